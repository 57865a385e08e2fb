import type { TaskListFilter } from '#contract';
import type { Database, Fragment } from '#database';
import { boundsOf } from './conditions.ts';
import { type Driver, within } from './driver.ts';
import { intervalOf } from './durations.ts';

/** Blocks of runs without such a duration are passed over. Where most blocks have one, it is found sooner in an order. */
const blocksMs = 100;

/** Drivers of the durations that the blocks of runs tell of. */
export function durationDrivers(database: Database, filter: TaskListFilter): Driver[] {
  return [
    durationDriver(database, filter, 'runTime', database`(ended_on - started_on)`),
    durationDriver(database, filter, 'queueWait', database`(started_on - queued_on)`),
  ].filter((driver) => driver !== undefined);
}

function durationDriver(
  database: Database,
  filter: TaskListFilter,
  measure: 'runTime' | 'queueWait',
  duration: Fragment,
): Driver | undefined {
  const [least, below] = boundsOf[measure].map((bound) => filter[bound]);
  // A clock that was behind makes a wait negative, which counts as none.
  if (!least && below === undefined) return undefined;
  return {
    name: measure,
    isOrdered: false,
    blocksMs,
    keys: (range, limit) => database`
      select task_key as key from run where is_current
        ${least ? database`and ${duration} >= ${intervalOf(database, least)}` : database``}
        ${below === undefined ? database`` : database`and ${duration} < ${intervalOf(database, below)}`}
        ${within(database, 'task_key', range)} limit ${limit}`,
  };
}
