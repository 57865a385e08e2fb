import { type Bounds, type ErrorGroupDetails, TaskdeckError, type TaskError } from '#contract';
import { type Database, readStored } from '#database';
import { insideBounds } from '../rows/inside-bounds.ts';
import { omitAbsent } from '../rows/omit-absent.ts';
import { countFailuresOf } from './count-failures.ts';
import { readFingerprints } from './fingerprints.ts';
import { type GroupRow, groupRecord, quotesNothingHidden, selectCounts, selectGroups } from './group-record.ts';
import { groupsInside } from './groups-inside.ts';
import { occurrencesOf, presentIntervals, readCounts } from './occurrences.ts';

type LatestRow = {
  id: string;
  run_count: number;
  ended_on: string;
  worker: string | null;
  error: string;
  is_sensitive: boolean;
};

/**
 * Returns the group with this id or fingerprint. Failures that are not counted yet are counted first where it is not known:
 * a task can be read as failed before its error has a group. Throws `ErrorGroupNotFound`, also for one outside of bounds.
 */
export async function getErrorGroup(
  database: Database,
  id: string,
  { windowInMs }: { windowInMs: number },
  bounds?: Bounds,
): Promise<ErrorGroupDetails> {
  let row = await findGroup(database, id, bounds);
  if (row === undefined) {
    await countFailuresOf(database, id);
    row = await findGroup(database, id, bounds);
  }
  if (row === undefined) throw groupNotFound(id);
  const intervals = await presentIntervals(database, windowInMs);
  const [counts, fingerprints, latest, registered] = await Promise.all([
    readCounts(database, [row.id], intervals),
    readFingerprints(database, row.id),
    readLatest(database, row.id, bounds),
    readVersions(database, row.type),
  ]);
  const versions = counts.get(row.id) ?? new Map<string, number[]>();
  const began = new Date(intervals.begin).toISOString();
  const shown = registered.filter(({ version, registered_on }) => versions.has(version) || registered_on > began);
  const none = Array.from({ length: intervals.amount }, () => 0);
  const registeredOn = new Map(shown.map(({ version, registered_on }) => [version, registered_on]));
  const record = groupRecord(row, occurrencesOf(intervals, versions));
  return {
    ...record,
    ...(latest !== undefined && { latest: latestRecord(latest) }),
    isSensitive: record.isSensitive || latest?.is_sensitive === true, // another task can have failed since
    fingerprints,
    versions: [...new Set([...registeredOn.keys(), ...versions.keys()])].map((version) =>
      omitAbsent({
        version: version || undefined,
        registeredOn: registeredOn.get(version),
        counts: versions.get(version) ?? none,
      }),
    ),
  };
}

async function findGroup(database: Database, id: string, bounds: Bounds | undefined): Promise<GroupRow | undefined> {
  const [row] = await database<GroupRow[]>`
    with g as materialized (
      select * from (${selectGroups(database, bounds)}) g where id = (
        select group_id from error_fingerprint where fingerprint = ${id}) ${groupsInside(database, bounds)}
    )
    ${selectCounts(database, bounds)}`;
  return row;
}

/** The newest failed run, when it still exists and its task is inside of bounds, and whether its error can quote sensitive values. */
async function readLatest(
  database: Database,
  groupId: string,
  bounds: Bounds | undefined,
): Promise<LatestRow | undefined> {
  const [row] = await database<LatestRow[]>`
    select t.id, r.run_count, r.ended_on, r.worker, r.error, not ${quotesNothingHidden(database)} as is_sensitive
    from error_group g
    join run r on r.task_key = g.last_task_key and r.run_count = g.last_run_count join task t on t.key = r.task_key
    where g.id = ${groupId} and r.error is not null ${insideBounds(database, bounds)}`;
  return row;
}

function latestRecord(row: LatestRow): ErrorGroupDetails['latest'] {
  return omitAbsent({
    taskId: row.id,
    runCount: row.run_count,
    endedOn: row.ended_on,
    worker: row.worker,
    error: readStored<TaskError>(row.error),
  });
}

/** The versions of a type, newest first. */
async function readVersions(database: Database, type: string): Promise<{ version: string; registered_on: string }[]> {
  return database`
    select version, registered_on from type_version where type = ${type} order by registered_on desc, version limit 100`;
}

export function groupNotFound(id: string): TaskdeckError {
  return new TaskdeckError('ErrorGroupNotFound', `there is no error group "${id}"`);
}
