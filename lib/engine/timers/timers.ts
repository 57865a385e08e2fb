import { type Database, endProcess } from '#database';
import { wakeLockWaiters } from '../locks/wake-runs.ts';
import { batchSize, type DueWindow, endOverdueRuns, nextDue, queueDueRuns, wakeStrandedRuns } from './due.ts';
import { createNextRuns } from './next-runs.ts';
import { PacedLook } from './paced-look.ts';
import { forgetExpired, freeOrphans, takeOverExpired } from './take-over.ts';

/** The maximum pause: what another process made due is noticed at most this late. */
const longestPauseInMs = 1_000;
const shortestPauseInMs = 5;
const sweepIntervalInMs = 30_000;
/** What a transaction of this length made due is found by the next look. What took longer is found by the next full one. */
const longestCommitInMs = 10_000;

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
  const fullLook = new PacedLook(0, 20);
  const sweep = new PacedLook(sweepIntervalInMs, 50);
  /** When the last look began that left nothing due. */
  let clearedAt = Number.NEGATIVE_INFINITY;
  let isStopped = false;
  let expected = Number.POSITIVE_INFINITY;
  let working: Promise<void> | undefined;

  async function tick(): Promise<number> {
    const startedAt = performance.now();
    const lookBackInMs = startedAt - clearedAt + longestCommitInMs;
    const isFull = fullLook.isDue || !Number.isFinite(lookBackInMs);
    const window = isFull ? undefined : { lookBackInMs, lookAheadInMs: longestPauseInMs };
    const { found, pause } = await (isFull ? fullLook.run(() => look(window)) : look(window));
    if (found < batchSize) clearedAt = startedAt;
    await takeOverExpired(database);
    if (sweep.isDue)
      await sweep.run(async () => {
        await createNextRuns(database, { onTrouble });
        await wakeStrandedRuns(database);
        await wakeLockWaiters(database);
        await freeOrphans(database);
        await forgetExpired(database);
      });
    return pause;
  }

  /** Does what is due. Resolves with the most of one kind that was, and how long nothing else will be. */
  async function look(window: DueWindow | undefined): Promise<{ found: number; pause: number }> {
    const queued = await queueDueRuns(database, window);
    const { ended, scheduled } = await endOverdueRuns(database, window);
    if (scheduled.length > 0) await createNextRuns(database, { keys: scheduled, onTrouble });
    const pause = queued + ended > 0 ? 0 : ((await nextDue(database, window)) ?? longestPauseInMs);
    return { found: Math.max(queued, ended), pause };
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
      })
      .catch(endProcess);
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
