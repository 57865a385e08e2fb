import type { Bounds, ErrorGroup, ErrorGroupStatus, TaskError } from '#contract';
import { type Database, entityTag, type Fragment, readStored } from '#database';
import { insideBounds } from '../rows/inside-bounds.ts';
import { omitAbsent } from '../rows/omit-absent.ts';
import type { Occurrences } from './occurrences.ts';

/** The maximum number of tasks of a group that are counted. */
const mostCounted = 1_000;

export type GroupRow = {
  id: string;
  type: string;
  step: string | null;
  error_name: string;
  code: string | null;
  title: string | null;
  name: string | null;
  owner: string | null;
  status: ErrorGroupStatus;
  heat: number;
  changed_on: string | null;
  changed_by: string | null;
  resolved_in: string | null;
  muted_until: string | null;
  muted_failures: number | null;
  muted_per_hour: number | null;
  version: number;
  first_seen_on: string;
  last_seen_on: string;
  last_task: string | null;
  last_error: string | null;
  task_count: number;
  failed_count: number;
};

/** The condition that no sensitive value can be quoted by an error of the task `t` in the group `g`. */
export function quotesNothingHidden(database: Database): Fragment {
  return database`(t.sensitive is null and not exists (
    select from task_type tt where tt.type in (g.type, t.type) and tt.sensitive <> '{}'))`;
}

/**
 * Selects groups as `g`, with `status` and `title`, which is null while the type or the last task has sensitive values.
 * A last task outside of bounds has no id.
 */
export function selectGroups(database: Database, bounds?: Bounds) {
  return database`
    select g.id, g.type, g.step, g.error_name, g.code, g.name, g.owner, g.heat, g.changed_on, g.changed_by, g.resolved_in,
      g.muted_until, g.muted_failures, g.muted_per_hour, g.version, g.first_seen_on, g.last_seen_on, g.last_task_key,
      g.last_run_count, case when true ${insideBounds(database, bounds)} then t.id end as last_task,
      case when ${quotesNothingHidden(database)} then g.title end as title,
      case when g.state = 'resolved' then 'resolved'
        when g.state = 'muted' and (g.muted_until is null or g.muted_until > now()) then 'muted'
        when g.reopened_on is not null then 'backAgain'
        when g.first_seen_on > now() - interval '1 day' then 'new' else 'ongoing' end as status
    from error_group g left join task t on t.key = g.last_task_key`;
}

/** Adds the counts of tasks inside of bounds to rows of `selectGroups` named `g`, and the last error of those without a title. */
export function selectCounts(database: Database, bounds?: Bounds) {
  const ofReached =
    bounds === undefined
      ? database``
      : database`and exists (select from task t where t.key = r.task_key ${insideBounds(database, bounds)})`;
  return database`
    select g.*, affected.count as task_count, failed.count as failed_count,
      case when g.title is null and g.last_task is not null then (
        select error from run where task_key = g.last_task_key and run_count = g.last_run_count) end as last_error
    from g
    cross join lateral (
      select count(*) as count from (
        select distinct r.task_key from error_fingerprint f join run r on r.fingerprint = f.fingerprint
        where f.group_id = g.id ${ofReached} limit ${mostCounted}) counted
    ) affected
    cross join lateral (
      select count(*) as count from (
        select from error_fingerprint f join run r on r.fingerprint = f.fingerprint and r.is_current
        where f.group_id = g.id ${ofReached} limit ${mostCounted}) counted
    ) failed`;
}

export function groupRecord(row: GroupRow, occurrences: Occurrences): ErrorGroup {
  const { message } = readStored<TaskError>(row.last_error) ?? { message: '' };
  return {
    ...omitAbsent({
      id: row.id,
      type: row.type,
      name: row.name,
      owner: row.owner,
      status: row.status,
      error: omitAbsent({ name: row.error_name, message: row.title ?? message, step: row.step, code: row.code }),
      isSensitive: row.title === null,
      failureCount: occurrences.counts.reduce((sum, count) => sum + count, 0),
      occurrences,
      taskCount: row.task_count,
      failedTaskCount: row.failed_count,
      firstSeenOn: row.first_seen_on,
      lastSeenOn: row.last_seen_on,
      lastTaskId: row.last_task,
      changedOn: row.changed_on,
      changedBy: row.changed_by,
      resolvedInVersion: row.resolved_in,
      mutedUntil: row.muted_until,
      mutedFailures: row.muted_failures,
      mutedPerHour: row.muted_per_hour,
      etag: entityTag(row.version),
    }),
  };
}
