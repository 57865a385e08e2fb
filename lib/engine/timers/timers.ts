import type { Database } from '#database';
import { wakeLockWaiters } from '../locks/wake-runs.ts';
import { endOverdueRuns, nextDue, queueDueRuns, wakeStrandedRuns } from './due.ts';
import { createNextRuns } from './next-runs.ts';
import { forgetExpired, freeOrphans, takeOverExpired } from './take-over.ts';

/** The maximum pause: what another process made due is noticed at most this late. */
const longestPauseInMs = 1_000;
const shortestPauseInMs = 5;
const sweepIntervalInMs = 30_000;

export type Timers = {
  /** Sets that something becomes due at this `performance.now()`. */
  expect(dueAt: number): void;
  /** Stops after the current work. */
  stop(): Promise<void>;
};

/**
 * Ends sleeps, back-offs and waits, times runs out, takes over the runs of lost workers, and starts schedules. Any
 * number of processes may do this at the same time, and each row is done by one. Sleeps until the next due time.
 */
export function startTimers(database: Database, onTrouble: (error: Error) => void = () => {}): Timers {
  let timer: NodeJS.Timeout | undefined;
  let timerAt = Number.POSITIVE_INFINITY;
  let sweptAt = Number.NEGATIVE_INFINITY;
  let isStopped = false;
  let expected = Number.POSITIVE_INFINITY;
  let working: Promise<void> | undefined;

  async function tick(): Promise<number> {
    const queued = await queueDueRuns(database);
    const { ended, scheduled } = await endOverdueRuns(database);
    if (scheduled.length > 0) await createNextRuns(database, scheduled);
    await takeOverExpired(database);
    if (performance.now() - sweptAt > sweepIntervalInMs) {
      sweptAt = performance.now();
      await createNextRuns(database);
      await wakeStrandedRuns(database);
      await wakeLockWaiters(database);
      await freeOrphans(database);
      await forgetExpired(database);
    }
    if (queued + ended > 0) return 0;
    return (await nextDue(database)) ?? longestPauseInMs;
  }

  function run(): void {
    timer = undefined;
    timerAt = Number.POSITIVE_INFINITY;
    expected = Number.POSITIVE_INFINITY;
    working = tick()
      .catch((error: unknown) => {
        onTrouble(error instanceof Error ? error : new Error(String(error)));
        return longestPauseInMs;
      })
      .then((pause) => {
        working = undefined;
        plan(performance.now() + Math.min(longestPauseInMs, Math.max(shortestPauseInMs, pause)));
        if (expected < timerAt) plan(expected);
      });
  }

  function plan(at: number): void {
    if (isStopped || at >= timerAt) return;
    clearTimeout(timer);
    timerAt = at;
    timer = setTimeout(run, Math.max(0, at - performance.now()));
  }

  run();
  return {
    expect(dueAt) {
      if (working === undefined) plan(dueAt + 1);
      else expected = Math.min(expected, dueAt + 1);
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await working;
    },
  };
}
