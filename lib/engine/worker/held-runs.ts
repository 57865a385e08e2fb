import type { Database } from '#database';
import type { Execution } from '../run/execution.ts';
import { findLostRuns } from './find-lost-runs.ts';

type HeldRunsOptions = {
  database: Database;
  workerKey(): number;
  onTrouble(error: Error): void;
};

/** The executions of a worker by task. Interrupts those whose run was taken away. */
export class HeldRuns {
  readonly #options: HeldRunsOptions;
  readonly #executions = new Map<number, Execution>();
  /** Tasks whose run is held while its input is being prepared. */
  readonly #expected = new Set<number>();

  constructor(options: HeldRunsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#executions.size;
  }

  all(): Execution[] {
    return [...this.#executions.values()];
  }

  of(taskKey: number): Execution | undefined {
    return this.#executions.get(taskKey);
  }

  /** Returns the tasks of all executions and of those about to start. */
  taskKeys(): number[] {
    return [...this.#executions.keys(), ...this.#expected];
  }

  /** Marks a task's run as held. Its execution is added later. */
  expect(taskKey: number): void {
    this.#expected.add(taskKey);
  }

  add(execution: Execution): void {
    this.#expected.delete(execution.taskKey);
    this.#executions.set(execution.taskKey, execution);
  }

  /** Removes an execution, unless another of the same task has taken its place. */
  remove(execution: { readonly taskKey: number }): void {
    if (this.#executions.get(execution.taskKey) === execution) this.#executions.delete(execution.taskKey);
  }

  /** Checks the runs that a notification on the control channel names. */
  checkNamed(payload: string): void {
    const keys: unknown = JSON.parse(payload).k;
    if (Array.isArray(keys)) this.#check(keys.flatMap((key) => this.#executions.get(Number(key)) ?? []));
  }

  /** Checks the runs that were claimed before this `performance.now()`. */
  checkOlderThan(claimedBefore: number): void {
    this.#check(this.all().filter((execution) => execution.claimedAt < claimedBefore));
  }

  #check(executions: Execution[]): void {
    if (executions.length === 0) return;
    const { database, workerKey, onTrouble } = this.#options;
    findLostRuns(database, workerKey(), executions).then((lost) => {
      for (const { taskKey, fence, reason } of lost) {
        const execution = this.#executions.get(taskKey);
        if (execution?.fence === fence) execution.interrupt(reason);
      }
    }, onTrouble);
  }
}
