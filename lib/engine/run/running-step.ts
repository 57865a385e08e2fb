import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<number>();

/** Runs a step function so that its log lines, at any depth, are assigned to the step. */
export function inStep<T>(sequence: number, run: () => T): T {
  return storage.run(sequence, run);
}

/** Returns the sequence of the step that the caller runs in. */
export function runningStep(): number | undefined {
  return storage.getStore();
}
