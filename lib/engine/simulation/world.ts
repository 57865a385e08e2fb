import { startTimers } from '../timers/timers.ts';
import type { Fleet } from './fleet.ts';
import type { Lane } from './lane.ts';
import type { Ledger } from './ledger.ts';
import { jumpClock } from './simulated-clock.ts';
import { type ActiveRun, type Snapshot, takeSnapshot } from './snapshot.ts';
import type { SnapshotChecker } from './snapshot-checker.ts';
import type { Stage } from './stage.ts';

/** The parts of one history. */
export type World = {
  readonly queue: string;
  readonly lane: Lane;
  readonly stage: Stage;
  readonly fleet: Fleet;
  readonly ledger: Ledger;
  readonly checker: SnapshotChecker;
};

const longestSettlingInMs = 300;
const pollInMs = 2;

/** Takes a snapshot of the history and checks it. */
export async function observe(world: World): Promise<Snapshot> {
  const snapshot = await takeSnapshot(world.lane.direct, world.queue);
  world.checker.check(snapshot);
  return snapshot;
}

/** Resolves when no run can go on without the scheduler, or after 300 ms. */
export async function settle(world: World): Promise<Snapshot> {
  const giveUpAt = performance.now() + longestSettlingInMs;
  for (;;) {
    const snapshot = await observe(world);
    if (isCalm(world, snapshot) || performance.now() > giveUpAt || world.stage.violations.length > 0) return snapshot;
    await new Promise((resolve) => setTimeout(resolve, pollInMs));
  }
}

function isCalm({ fleet, stage }: World, { active, workers }: Snapshot): boolean {
  const live = new Set(fleet.liveNames);
  const canClaim = workers.some((name) => live.has(name));
  return active.every((run) => {
    if (run.status === 'queued') return !canClaim || isKeyTaken(run, active);
    if (run.status !== 'running') return true;
    return run.worker === null || !live.has(run.worker) || stage.isParked(run.id, run.runCount, run.worker);
  });
}

function isKeyTaken(run: ActiveRun, active: readonly ActiveRun[]): boolean {
  if (run.key === null || run.isStarted) return false;
  return active.filter(({ key, isStarted }) => key === run.key && isStarted).length >= (run.limit ?? 1);
}

/** Moves the clock. Live workers keep their leases as if they had renewed them, except with `isLeap`. */
export async function passTime({ lane, stage, fleet }: World, durationInMs: number, isLeap = false): Promise<void> {
  stage.note(isLeap ? `the clock leaps by ${durationInMs} ms` : `${durationInMs} ms pass`);
  await jumpClock(lane.direct, durationInMs, isLeap ? [] : fleet.liveNames);
}

/** One round of the timers like in a service or worker process, with the sweep at its start. */
export async function tick({ lane, stage }: World): Promise<void> {
  const timers = startTimers(lane.direct, (error) => stage.note(`the timers tell: ${error.message}`));
  await timers.stop();
}
