import type { TaskListFilter } from '#contract';
import { type Database, readWithin } from '#database';
import { clockMoved, earliest, highKey, latest } from './key-bounds.ts';
import { endedSource, type Source } from './sources.ts';

/** The most runs that ended long after the tasks of a list were created, and the time to find their blocks in. */
const mostLate = 2_000;
const blocksMs = 100;

/**
 * Returns how tasks whose last run has ended are read in the order of ends, over all of them or only over some. Where they
 * were created before a time, few runs end long after it: these are read as a set, and none of the others that ended then.
 */
export async function endedSources(
  database: Database,
  filter: TaskListFilter,
  isDescending: boolean,
): Promise<(keys: number[] | undefined) => Source[]> {
  const whole = (keys: number[] | undefined) => [endedSource(database, filter, isDescending, keys)];
  // A run ends after its task was created.
  const createdBefore = earliest(filter.createdBefore, filter.runEndedBefore && clockMoved(filter.runEndedBefore));
  if (createdBefore === undefined) return whole;
  const until = clockMoved(createdBefore);
  const late = await lateTasks(database, createdBefore, until);
  if (late === undefined) return whole;
  const ofLate = { ...filter, endedAfter: latest(filter.endedAfter, until) };
  const ofRest = { ...filter, endedBefore: earliest(filter.endedBefore, until) };
  const parts = [
    endedSource(database, ofLate, isDescending, late),
    endedSource(database, ofRest, isDescending, undefined),
  ];
  return (keys) => (keys === undefined ? (isDescending ? parts : parts.toReversed()) : whole(keys));
}

/** The tasks created before a time whose last run ended at or after another, or `undefined` where these are many. */
async function lateTasks(database: Database, createdBefore: string, endedAfter: string): Promise<number[] | undefined> {
  const high = await highKey(database, createdBefore);
  const rows = await readWithin(
    database,
    blocksMs,
    (transaction) => transaction<{ task_key: number }[]>`
      select task_key from run where is_current and ended_on >= ${endedAfter} and task_key < ${high} limit ${mostLate + 1}`,
    { goesByBlocks: true },
  );
  if (rows === undefined || rows.length > mostLate) return undefined;
  return rows.map((row) => row.task_key);
}
