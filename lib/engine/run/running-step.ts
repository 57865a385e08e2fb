import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<number>();

/** Runs a step function so that what it logs, at any depth, is known to be its. */
export function inStep<T>(sequence: number, run: () => T): T {
  return storage.run(sequence, run);
}

/** The sequence of the step that the caller runs in. */
export function runningStep(): number | undefined {
  return storage.getStore();
}
