import { setTimeout as delay } from 'node:timers/promises';
import type { TaskConfig } from '#contract';
import type { AnyTaskDefinition, TaskContext } from '../definition/definition.ts';
import { NonRetryableError } from '../definition/failures.ts';
import type { Call, Program } from './program.ts';
import type { HandlerCall, Stage } from './stage.ts';

export const simulatedType = 'simulated';

/** What a planned failure of a step or handler throws. */
export class PlannedFailure extends Error {
  override readonly name = 'PlannedFailure';
}

/** A program and the queue of its history. */
export type SimulatedInput = { program: Program; queue: string };

/** The handler of every simulated task: makes the calls of its program and returns their results. */
export function simulatedTask(stage: Stage, worker: string): AnyTaskDefinition {
  return {
    type: simulatedType,
    async run(ctx, input) {
      const { program, queue } = programIn(input);
      const handlerCall = stage.enter(ctx.taskId, ctx.runCount, worker);
      return new ProgramRunner(ctx, stage, handlerCall, queue).all(program.calls, '');
    },
  };
}

function programIn(input: unknown): SimulatedInput {
  if (typeof input !== 'object' || input === null || !('program' in input) || !('queue' in input))
    throw new NonRetryableError('a simulated task needs a program');
  return input as SimulatedInput;
}

class ProgramRunner {
  readonly #ctx: TaskContext;
  readonly #stage: Stage;
  readonly #handlerCall: HandlerCall;
  readonly #queue: string;

  constructor(ctx: TaskContext, stage: Stage, handlerCall: HandlerCall, queue: string) {
    this.#ctx = ctx;
    this.#stage = stage;
    this.#handlerCall = handlerCall;
    this.#queue = queue;
  }

  /** The results of steps and events, in the order of the calls. */
  async all(calls: readonly Call[], path: string): Promise<unknown[]> {
    const results: unknown[] = [];
    for (const [index, call] of calls.entries()) results.push(...(await this.#call(call, `${path}${index}`)));
    return results;
  }

  async #call(call: Call, path: string): Promise<unknown[]> {
    const ctx = this.#ctx;
    switch (call.kind) {
      case 'step':
        return [await this.#step(call, `step ${path}`)];
      case 'sleep':
        await ctx.sleep(`sleep ${path}`, call.durationInMs);
        return [];
      case 'event': {
        const { timeoutInMs } = call;
        const value = await ctx.waitForEvent(call.name, timeoutInMs === undefined ? {} : { timeoutInMs });
        return value === undefined ? [] : [value];
      }
      case 'save':
        await ctx.state.save(this.#queue, { id: ctx.taskId, value: path });
        return [];
      case 'lock':
        return ctx.lock(`${this.#queue}-${call.name}`, () => this.all(call.calls, `${path}.`));
      case 'both':
        return (await Promise.all(call.calls.map((each, index) => this.#call(each, `${path}.${index}`)))).flat();
      case 'branch':
        return this.all(call.calls, `${path}.`);
      case 'code':
        await delay(call.durationInMs);
        return [];
      case 'child':
        return this.#child(call, path);
      case 'throw':
        if (ctx.attempt <= call.attempts) throw new PlannedFailure(`attempt ${ctx.attempt} was to fail`);
        return [];
    }
  }

  #step(call: Call & { kind: 'step' }, name: string): Promise<string> {
    const retry = {
      maximumAttempts: call.maximumAttempts,
      initialIntervalInMs: call.backOffInMs,
      backoffCoefficient: 1,
    };
    return this.#ctx.step(
      name,
      async ({ idempotencyKey, attempt }) => {
        const effect = await this.#stage.holdStep(this.#handlerCall, idempotencyKey, attempt, name);
        if (attempt <= call.failures) throw new PlannedFailure(`attempt ${attempt} of the step was to fail`);
        effect.hasSucceeded = true;
        return effect.token;
      },
      { retry },
    );
  }

  async #child(call: Call & { kind: 'child' }, path: string): Promise<unknown[]> {
    const ctx = this.#ctx;
    const config: TaskConfig = {
      type: simulatedType,
      queue: this.#queue,
      input: { program: call.program, queue: this.#queue },
      ...(call.hasOwnId && { id: `${ctx.taskId}-${ctx.runCount}-${path}` }),
    };
    const id = await ctx.createTask(config);
    if (call.isAwaited) await ctx.waitForTask(id);
    return [];
  }
}
