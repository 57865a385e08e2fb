import { type Database, holdLock, type QueueFloor, type Transaction, tryLock } from '#database';
import { noteSignals } from '../alerts/signals.ts';
import { type GroupOf, groupsOf } from './groups-of.ts';
import { heatAfter } from './heat.ts';
import { type Counted, type Standing, standingAfter } from './standing.ts';
import { batchFailures, type FailureRow, takeFailures } from './take-failures.ts';

type GroupRow = {
  id: string;
  type: string;
  heat: number;
  state: Standing['state'];
  changed_on: string | null;
  resolved_in: string | null;
  muted_until: string | null;
  muted_failures: number | null;
  muted_per_hour: number | null;
  reopened_on: string | null;
  in_last_hour: number;
  now: string;
};

/**
 * Counts failures that are not counted yet, makes groups of new fingerprints, and opens resolved and muted groups that
 * failed again. One process at a time does so. Resolves with whether there may be more.
 */
export async function countFailures(database: Database, floor: QueueFloor): Promise<boolean> {
  return database.begin(async (transaction) => {
    if (!(await tryLock(transaction, 'errorGroups'))) return false;
    const [{ given } = { given: 0 }] = await transaction<{ given: number }[]>`
      select coalesce(pg_sequence_last_value('failure_id_seq'), 0) as given`;
    if (await countBatch(transaction, floor.after)) return true;
    floor.emptied(given);
    return false;
  });
}

/**
 * Counts the next batch of failures at once when one with this fingerprint, or of its group, is not counted yet, after any that
 * is under way.
 */
export async function countFailuresOf(database: Database, fingerprint: string): Promise<void> {
  const [pending] = await database`
    select from failure where fingerprint = ${fingerprint} or fingerprint in (
      select of_group.fingerprint from error_fingerprint given join error_fingerprint of_group using (group_id)
      where given.fingerprint = ${fingerprint})
    limit 1`;
  if (pending === undefined) return;
  await database.begin(async (transaction) => {
    await holdLock(transaction, 'errorGroups');
    await countBatch(transaction, 0);
  });
}

async function countBatch(transaction: Transaction, after: number): Promise<boolean> {
  const rows = await takeFailures(transaction, after);
  if (rows.length === 0) return false;
  await addCounts(transaction, rows);
  await addPlaces(transaction, rows);
  const groups = await groupsOf(transaction, rows);
  await updateGroups(transaction, rows, groups);
  return rows.reduce((sum, { count }) => sum + count, 0) === batchFailures;
}

async function addCounts(transaction: Transaction, rows: readonly FailureRow[]): Promise<void> {
  await transaction`
    insert into error_count as c (fingerprint, since, version, count)
    select fingerprint, since, version, sum(count) from unnest(${rows.map((row) => row.fingerprint)}::text[],
      ${rows.map((row) => row.since)}::timestamptz[], ${rows.map((row) => row.version)}::text[],
      ${rows.map((row) => row.count)}::bigint[]) as given (fingerprint, since, version, count)
    group by 1, 2, 3
    on conflict (fingerprint, since, version) do update set count = c.count + excluded.count`;
}

async function addPlaces(transaction: Transaction, rows: readonly FailureRow[]): Promise<void> {
  await transaction`
    insert into error_place as p (fingerprint, type, queue, last_on)
    select fingerprint, type, queue, max(last_on) from unnest(${rows.map((row) => row.fingerprint)}::text[],
      ${rows.map((row) => row.type)}::text[], ${rows.map((row) => row.queue)}::text[],
      ${rows.map((row) => row.last_on)}::timestamptz[]) as given (fingerprint, type, queue, last_on)
    where type is not null
    group by 1, 2, 3
    on conflict (fingerprint, type, queue) do update set last_on = greatest(p.last_on, excluded.last_on)`;
}

async function updateGroups(
  transaction: Transaction,
  rows: readonly FailureRow[],
  groups: ReadonlyMap<string, GroupOf>,
): Promise<void> {
  const ofGroup = Map.groupBy(
    rows.filter((row) => groups.has(row.fingerprint)),
    (row) => groups.get(row.fingerprint)?.id ?? '',
  );
  const known = await transaction<GroupRow[]>`
    select g.id, g.type, g.heat, g.state, g.changed_on, g.resolved_in, g.muted_until, g.muted_failures, g.muted_per_hour,
      g.reopened_on, now() as now, case when g.muted_per_hour is null then 0 else (
        select coalesce(sum(c.count), 0)::float8 from error_fingerprint f join error_count c using (fingerprint)
        where f.group_id = g.id and c.since > now() - interval '1 hour') end as in_last_hour
    from error_group g where g.id = any(${[...ofGroup.keys()]}::text[]) order by g.id for update of g`;
  const registeredOn = await versionsOf(transaction, known);
  const changes = known.map((group) => {
    const failures = ofGroup.get(group.id) ?? [];
    const standing = standingAfter(standingOf(group), failures.map(countedOf), {
      now: group.now,
      inLastHour: group.in_last_hour,
      registeredOn: registeredOn.get(group.type) ?? new Map(),
    });
    const last = failures.reduce((newest, row) => (row.last_on >= newest.last_on ? row : newest));
    const count = failures.reduce((sum, failure) => sum + failure.count, 0);
    const isNew = failures.some((row) => groups.get(row.fingerprint)?.isNew === true);
    const isBack = standing.reopenedOn !== group.reopened_on;
    const heat = heatOf(group, failures, isNew);
    return { id: group.id, type: group.type, standing, last, heat, count, isTold: isNew || isBack };
  });
  await noteSignals(transaction, [
    ...changes
      .filter(({ isTold }) => isTold)
      .map(({ id, type, count }) => ({ kind: 'cause' as const, subject: id, type, count })),
    ...rows.flatMap(({ type, count }) =>
      type === null ? [] : [{ kind: 'failure' as const, subject: type, type, count }],
    ),
  ]);
  await transaction`
    update error_group g set state = c.state, resolved_in = c.resolved_in, muted_until = c.muted_until,
      muted_failures = c.muted_failures, muted_per_hour = c.muted_per_hour, reopened_on = c.reopened_on, heat = c.heat,
      last_task_key = case when c.last_on >= last_seen_on then c.task_key else last_task_key end,
      last_run_count = case when c.last_on >= last_seen_on then c.run_count else last_run_count end,
      last_seen_on = greatest(last_seen_on, c.last_on)
    from unnest(${changes.map(({ id }) => id)}::text[], ${changes.map(({ standing }) => standing.state)}::text[],
      ${changes.map(({ standing }) => standing.resolvedIn)}::text[],
      ${changes.map(({ standing }) => standing.mutedUntil)}::timestamptz[],
      ${changes.map(({ standing }) => standing.mutedFailures)}::bigint[],
      ${changes.map(({ standing }) => standing.mutedPerHour)}::bigint[],
      ${changes.map(({ standing }) => standing.reopenedOn)}::timestamptz[], ${changes.map(({ heat }) => heat)}::float8[],
      ${changes.map(({ last }) => last.last_on)}::timestamptz[], ${changes.map(({ last }) => last.last[0])}::bigint[],
      ${changes.map(({ last }) => last.last[1])}::bigint[])
      as c (id, state, resolved_in, muted_until, muted_failures, muted_per_hour, reopened_on, heat, last_on, task_key,
        run_count)
    where g.id = c.id`;
}

function heatOf(group: GroupRow, failures: readonly FailureRow[], isNew: boolean): number {
  const before = isNew ? undefined : group.heat;
  const heat = failures.reduce<number | undefined>(
    (sum, row) => heatAfter(sum, row.count, new Date(row.last_on)),
    before,
  );
  return heat ?? group.heat;
}

/** When the versions of the types of groups that are resolved in a version were registered. */
async function versionsOf(
  transaction: Transaction,
  groups: readonly GroupRow[],
): Promise<Map<string, Map<string, string>>> {
  const types = groups.filter((group) => group.resolved_in !== null).map((group) => group.type);
  const versions = new Map<string, Map<string, string>>();
  if (types.length === 0) return versions;
  const rows = await transaction<{ type: string; version: string; registered_on: string }[]>`
    select type, version, registered_on from type_version where type = any(${types}::text[])`;
  for (const { type, version, registered_on } of rows)
    versions.set(type, (versions.get(type) ?? new Map()).set(version, registered_on));
  return versions;
}

function standingOf(row: GroupRow): Standing {
  return {
    state: row.state,
    changedOn: row.changed_on,
    resolvedIn: row.resolved_in,
    mutedUntil: row.muted_until,
    mutedFailures: row.muted_failures,
    mutedPerHour: row.muted_per_hour,
    reopenedOn: row.reopened_on,
  };
}

function countedOf({ version, count, last_on }: FailureRow): Counted {
  return { version, count, lastOn: last_on };
}
