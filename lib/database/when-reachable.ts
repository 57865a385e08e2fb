import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { isAway, isLoginRefused } from './failure-kind.ts';

const betweenTriesInMs = 500;

type Reaching = {
  /** The time after which a database that cannot be reached is a failure. */
  withinMs?: number;
  /** Called once when the first try fails. */
  onAway(): void;
};

/**
 * Does the first work of a process on the database, again and again until the database can be reached and has its tables:
 * for a minute, unless said otherwise. So processes can start in any order.
 */
export async function whenReachable<Result>(
  work: () => Promise<Result>,
  { withinMs = 60_000, onAway }: Reaching,
): Promise<Result> {
  const deadline = performance.now() + withinMs;
  for (let isTold = false; ; isTold = true) {
    try {
      return await work();
    } catch (error) {
      const isWorthIt = isAway(error) ? !isLoginRefused(error) : lacksTable(error); // what is configured wrong stays so
      if (!isWorthIt || performance.now() > deadline) throw error;
      if (!isTold) onAway();
      await sleep(betweenTriesInMs);
    }
  }
}

function lacksTable(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.code === '42P01';
}
