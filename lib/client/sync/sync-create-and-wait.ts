import type { TaskResponse } from '#contract';
import { WaitedRun, type WaitOptions } from '../create-and-wait.ts';
import type { OperationOptions } from '../options.ts';
import type { SyncCaller } from './sync-caller.ts';

/** Blocks until a task's first run has ended. */
export class SyncCreateTaskAndWaitOperation extends WaitedRun {
  readonly #caller: SyncCaller;

  constructor(caller: SyncCaller, task: TaskResponse, completionToken: string | undefined) {
    super(task, completionToken);
    this.#caller = caller;
  }

  /** Reads the task once and returns it. */
  updateStatus(options: OperationOptions = {}): TaskResponse {
    if (!this.hasCompleted) {
      const rehydrate = {
        target: 'tasks',
        method: 'rehydrateCreateTaskAndWaitAsync',
        given: [this.toString(), options],
        form: this.#caller.nameOf('updateStatus'),
      } as const;
      const answer = this.#caller.ask(rehydrate, { kind: 'call' });
      if (answer.kind === 'operation') this.task = answer.task;
    }
    return this.task;
  }

  /** Waits until the run has ended, with any status, and returns the task. */
  waitForCompletion(options: WaitOptions = {}): TaskResponse {
    if (!this.hasCompleted) {
      const form = this.#caller.nameOf('waitForCompletion');
      const wait = { target: 'tasks', method: 'createTaskAndWaitAsync', given: [], form } as const;
      const answer = this.#caller.ask(wait, { kind: 'wait', handle: this.toString(), options });
      if (answer.kind === 'operation') this.task = answer.task;
    }
    return this.task;
  }
}
