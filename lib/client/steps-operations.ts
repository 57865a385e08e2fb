import type { ErrorFrames, Step } from '#contract';
import type { Connection } from './connection.ts';
import type { ParamsOf } from './operation-types.ts';
import type { OperationOptions, QueryOptions } from './options.ts';
import type { Pageable } from './pageable.ts';

export type StepListOptions = QueryOptions<'ListSteps'>;

/** The operations of `StepsClient` in their asynchronous form. */
export class StepsOperations {
  protected readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** Lists the steps of a run in sequence. */
  listStepsAsync(
    taskId: string,
    runCount: ParamsOf<'ListSteps'>['runCount'],
    options: StepListOptions = {},
  ): Pageable<Step> {
    return this.connection.list('ListSteps', { id: taskId, runCount }, options);
  }

  /** Returns one step. */
  getStepAsync(
    taskId: string,
    runCount: ParamsOf<'GetStep'>['runCount'],
    sequence: number,
    options: OperationOptions = {},
  ): Promise<Step> {
    return this.connection.send('GetStep', { params: { id: taskId, runCount, sequence } }, options);
  }

  /**
   * Returns the stack of the error of a step, or of one `attempt` of it. Frames of modules whose source map the worker sent
   * have their place in the original source, and own ones the lines around it, for callers with `sources/read`.
   */
  getStepErrorFramesAsync(
    taskId: string,
    runCount: ParamsOf<'GetStepErrorFrames'>['runCount'],
    sequence: number,
    { attempt, ...options }: QueryOptions<'GetStepErrorFrames'> = {},
  ): Promise<ErrorFrames> {
    const call = { params: { id: taskId, runCount, sequence }, query: { attempt } };
    return this.connection.send('GetStepErrorFrames', call, options);
  }
}
