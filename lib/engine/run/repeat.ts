import { backOff, failureKind } from '#database';

/**
 * Repeats a transaction until PostgreSQL has answered it: after a lost connection, a lost race and while the server lacks
 * something. It may have been committed before its answer was lost, so done twice it must come to the same.
 */
export function untilAnswered<T>(work: () => Promise<T>, onTrouble: (error: Error) => void): Promise<T> {
  return repeat(work, onTrouble, (error) => failureKind(error) !== 'refused');
}

/** Repeats something until it works, whatever the failure. */
export function untilItWorks<T>(work: () => Promise<T>, onTrouble: (error: Error) => void): Promise<T> {
  return repeat(work, onTrouble, () => true);
}

async function repeat<T>(
  work: () => Promise<T>,
  onTrouble: (error: Error) => void,
  isWorthIt: (error: unknown) => boolean,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isWorthIt(error)) throw error;
      onTrouble(error instanceof Error ? error : new Error(String(error)));
      await backOff(tries);
    }
  }
}
