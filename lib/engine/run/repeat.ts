import { backOff, failureKind, isAway } from '#database';

/**
 * Repeats a transaction until PostgreSQL has answered: after a lost connection, a serialization failure or a deadlock,
 * and while the server lacks a resource. It may have been committed although its answer was lost, so it must be
 * idempotent.
 */
export function untilAnswered<T>(work: () => Promise<T>, onTrouble: (error: Error) => void): Promise<T> {
  return repeat(work, onTrouble, (error) => failureKind(error) !== 'refused');
}

/** Repeats what only reads, or what may be done twice, while the connection or the server goes away. What else fails would fail again. */
export function untilReachable<T>(read: () => Promise<T>, onTrouble: (error: Error) => void): Promise<T> {
  return repeat(read, onTrouble, isAway);
}

/** Repeats work until it succeeds, after any failure. */
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
