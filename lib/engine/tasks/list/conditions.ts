import {
  activeStatuses,
  type DurationMeasure,
  durationMeasures,
  endedStatuses,
  looksIntoValues,
  pathOf,
  type StuckReason,
  type TaskListFilter,
  tokenOfHeld,
} from '#contract';
import { containing, type Database, type Fragment, matchingNames, tagObject } from '#database';
import { fingerprintsOfGroup } from '../../errors/fingerprints.ts';
import { textAt } from '../../rows/text-at.ts';
import { durationOf, intervalOf } from './durations.ts';

/**
 * The conditions of a filter as SQL over `task t`, its active run `a`, and its last ended run `r` when it has no active
 * one. `needsRuns`: whether `a` and `r` are used, and `needsTasks` whether `t` is. `readsInputs`: whether it looks into
 * inputs, which can be large.
 */
export type Conditions = {
  sql: Fragment;
  needsTasks: boolean;
  needsRuns: boolean;
  readsInputs: boolean;
  sides: Sides;
  count: number;
};

/** Whether tasks can match whose current run has ended, and whose has not. */
export type Sides = { active: boolean; ended: boolean };

/** Returns which sides a filter can match. */
export function sidesOf(filter: TaskListFilter): Sides {
  const { status } = filter;
  const has = (statuses: readonly string[]) => status?.some((one) => statuses.includes(one)) ?? true;
  return {
    active: has(activeStatuses) && !isOfEndedRuns(filter),
    ended: has(endedStatuses) && !(filter.waitingFor || filter.heldBy || filter.stuckFor),
  };
}

/** Whether only tasks whose current run has ended can match. */
export function isOfEndedRuns(filter: TaskListFilter): boolean {
  const ofRuns = [filter.endedAfter, filter.endedBefore, filter.error, filter.group];
  return [...ofRuns, ...durationMeasures.flatMap((measure) => boundsOf[measure].map((bound) => filter[bound]))].some(
    (value) => value !== undefined,
  );
}

/** Returns every condition of a filter. Several values of one member are alternatives. */
export function conditionsOf(database: Database, filter: TaskListFilter): Conditions {
  const ofTask = {
    id: filter.id && database`and t.id = any(${filter.id}::text[])`,
    type: filter.type && database`and ${matchingNames(database, database`t.type`, filter.type)}`,
    queue: filter.queue && database`and ${matchingNames(database, database`t.queue`, filter.queue)}`,
    tag: filter.tag && database`and t.tags @> any(${filter.tag.map(tagObject)}::text[]::jsonb[])`,
    createdAfter: filter.createdAfter && database`and t.created_on >= ${filter.createdAfter}`,
    createdBefore: filter.createdBefore && database`and t.created_on < ${filter.createdBefore}`,
    parent: filter.parent && database`and t.parent_key = (select key from task where id = ${filter.parent})`,
    runEndedAfter: filter.runEndedAfter && ofRunEnded(database, filter), // with its other bound: of one run
    runEndedBefore: !filter.runEndedAfter && filter.runEndedBefore && ofRunEnded(database, filter),
    input: filter.input && ofInput(database, filter.input),
    schedule: filter.schedule !== undefined && database`and (t.schedule is not null) = ${filter.schedule}`,
  } satisfies Partial<Record<Filter, Condition>>;
  const ofRuns = {
    status: filter.status && database`and coalesce(a.status, r.status) = any(${filter.status}::run_status[])`,
    endedAfter: filter.endedAfter && database`and r.ended_on >= ${filter.endedAfter}`,
    endedBefore: filter.endedBefore && database`and r.ended_on < ${filter.endedBefore}`,
    error: filter.error && database`and r.fingerprint = ${filter.error}`,
    group: filter.group && database`and r.fingerprint in (${fingerprintsOfGroup(database, filter.group)})`,
    waitingFor: filter.waitingFor && ofWait(database, filter.waitingFor),
    heldBy: filter.heldBy && ofHolder(database, filter.heldBy),
    stuckFor: filter.stuckFor && ofReasons(database, filter.stuckFor),
    search: filter.search && ofSearch(database, filter.search),
    step: filter.step && ofStep(database, filter.step),
    holds: filter.holds && ofHeldValue(database, filter.holds),
    ...Object.fromEntries(durationMeasures.map((measure) => [measure, ofDuration(database, filter, measure)])),
  } satisfies Record<Exclude<Filter, keyof typeof ofTask>, Condition>; // a filter without a condition does not compile
  const all = [...given(ofTask), ...given(ofRuns)];
  return {
    sql: database`${all}`,
    needsTasks: given(ofTask).length > 0 || [filter.search, filter.step, filter.holds].some((one) => one !== undefined),
    needsRuns: given(ofRuns).length > 0,
    readsInputs: looksIntoValues(filter),
    sides: sidesOf(filter),
    count: all.length,
  };
}

/** What a list is filtered by. Each measure of a duration has its two bounds together. */
type Filter = Exclude<
  keyof TaskListFilter,
  'maxPageSize' | 'continuationToken' | 'orderBy' | 'values' | `include${string}` | `m${'in' | 'ax'}imum${string}InMs`
>;
type Condition = Fragment | undefined | false | '';

function given(conditions: Readonly<Record<string, Condition>>): Fragment[] {
  return Object.values(conditions).filter((one) => one !== undefined && one !== false && one !== '');
}

function ofRunEnded(database: Database, filter: TaskListFilter): Fragment {
  return database`and exists (select from run e where e.task_key = t.key ${runEndedWithin(database, filter)})`;
}

/** When a run ended, as conditions of a row of `run`. */
export function runEndedWithin(
  database: Database,
  { runEndedAfter, runEndedBefore }: Pick<TaskListFilter, 'runEndedAfter' | 'runEndedBefore'>,
): Fragment {
  return database`
    ${runEndedAfter === undefined ? database`` : database`and ended_on >= ${runEndedAfter}`}
    ${runEndedBefore === undefined ? database`` : database`and ended_on < ${runEndedBefore}`}`;
}

/** The conditions of a filter that an active run `a` can be judged by alone. It repeats its task's type and queue. */
export function ofActiveRun(database: Database, filter: TaskListFilter): Fragment {
  const { type, queue, waitingFor, heldBy, runEndedAfter, runEndedBefore } = filter;
  const hasEndedRun = runEndedAfter !== undefined || runEndedBefore !== undefined; // an earlier one
  return database`
    ${hasEndedRun ? database`and a.run_count > 1` : database``}
    ${type === undefined ? database`` : database`and ${matchingNames(database, database`a.type`, type)}`}
    ${queue === undefined ? database`` : database`and ${matchingNames(database, database`a.queue`, queue)}`}
    ${waitingFor === undefined ? database`` : ofWait(database, waitingFor)}
    ${heldBy === undefined ? database`` : ofHolder(database, heldBy)}`;
}

/** What of the queued runs can be held, which an index has. */
export function heldInQueue(database: Database, { heldBy }: TaskListFilter): Fragment {
  return heldBy === undefined ? database`` : database`and a.started_on is null and a.concurrency_key is not null`;
}

/** The statuses of active runs that something holds. */
export const heldStatuses = ['queued', 'waiting', 'retrying', 'paused', 'running'] as const;

function ofWait(database: Database, kinds: NonNullable<TaskListFilter['waitingFor']>): Fragment {
  return database`and a.status = 'waiting' and a.wait_kind = any(${kinds}::step_kind[])`;
}

function ofHolder(database: Database, holders: NonNullable<TaskListFilter['heldBy']>): Fragment {
  return database`and ${holderOf(database)} = any(${holders}::text[])`;
}

/** What holds an active run `a`, as the statistics name it: the subject of a group of tasks that do not move. */
export function holderOf(database: Database): Fragment {
  return database`case a.status
    when 'retrying' then a.last_error ->> 'name'
    when 'paused' then a.paused_by
    when 'waiting' then
      case a.wait_kind when 'event' then a.wait_name when 'step' then a.wait_name
        when 'lock' then regexp_replace(a.wait_name, '^lock ', '') end
    when 'queued' then case when a.started_on is null then a.concurrency_key end
    when 'running' then (select w.name from worker w where w.key = a.worker_key and ${isSilent(database)})
  end`;
}

/** The condition that a worker `w` has let its lease run out and that its runs have not been taken over. */
export function isSilent(database: Database): Fragment {
  return database`not w.is_expired and w.expires_on < now()`;
}

/** The conditions under which an active run `a` does not move for a reason. Each has an index. */
export function stuckRuns(database: Database, reasons: readonly StuckReason[]): Fragment[] {
  const conditions: Record<StuckReason, Fragment[]> = {
    queued: [database`a.status = 'queued'`],
    backoff: [database`a.status = 'retrying'`, database`a.status = 'waiting' and a.wait_kind = 'step'`],
    paused: [database`a.status = 'paused'`],
    leaseExpired: [
      database`a.status = 'running' and exists (select from worker w where w.key = a.worker_key and ${isSilent(database)})`,
    ],
  };
  return [...new Set(reasons)].flatMap((reason) => conditions[reason]);
}

function ofReasons(database: Database, reasons: readonly StuckReason[]): Fragment {
  return database`and (false ${stuckRuns(database, reasons).map((condition) => database`or ${condition}`)})`;
}

/** Joins `a` and `r` to a task by its key, or only the one of them that tasks that match have. */
export function joinRuns(database: Database, key: Fragment, { active, ended }: Sides = { active: true, ended: true }) {
  if (!ended)
    return database`
      cross join lateral (select * from active_run where active_run.task_key = ${key} offset 0) a left join run r on false`;
  if (!active)
    return database`
      left join active_run a on false cross join lateral (
        select * from run where run.task_key = ${key} and run.is_current order by run.run_count desc limit 1
      ) r`;
  return database`
    left join lateral (select * from active_run where active_run.task_key = ${key} offset 0) a on true
    left join lateral (
      select * from run where a.task_key is null and run.task_key = ${key} order by run.run_count desc limit 1
    ) r on true`;
}

function ofStep(database: Database, name: string) {
  return database`and exists (select from step s where s.task_key = t.key
    and s.run_count = coalesce(a.run_count, r.run_count) and s.name = ${name})`;
}

/** The filters that bound a duration. */
export const boundsOf: Record<
  DurationMeasure,
  [least: keyof TaskListFilter & `${string}InMs`, below: keyof TaskListFilter & `${string}InMs`]
> = {
  runTime: ['minimumRunTimeInMs', 'maximumRunTimeInMs'],
  queueWait: ['minimumQueueWaitInMs', 'maximumQueueWaitInMs'],
  stepTime: ['minimumStepTimeInMs', 'maximumStepTimeInMs'],
};

function ofDuration(database: Database, filter: TaskListFilter, measure: DurationMeasure): Fragment | undefined {
  const [least, below] = boundsOf[measure].map((bound) => filter[bound]);
  if (least === undefined && below === undefined) return undefined;
  if (measure === 'stepTime')
    return database`and exists (select from (select ${durationOf(database, measure, filter.step)} as ms) taken where true
      ${least === undefined ? database`` : database`and taken.ms >= ${least}`}
      ${below === undefined ? database`` : database`and taken.ms < ${below}`})`;
  // The same in intervals, which are compared much faster.
  const taken =
    measure === 'runTime'
      ? database`(r.ended_on - r.started_on)`
      : database`greatest(r.started_on - r.queued_on, r.started_on - r.started_on)`;
  return database`
    ${least === undefined ? database`` : database`and ${taken} >= ${intervalOf(database, least)}`}
    ${below === undefined ? database`` : database`and ${taken} < ${intervalOf(database, below)}`}`;
}

/**
 * Does not look into inputs of tasks with sensitive pointers, which could reveal what the caller may not see. Of no
 * conditions, none holds.
 */
function ofInput(database: Database, conditions: readonly string[]) {
  if (conditions.length === 0) return database`and false`;
  const wanted = conditions.map((condition) => {
    const at = condition.indexOf('=');
    const path = pathOf(condition.slice(0, at));
    return database`or ${textAt(database, database`given.input`, path)} = ${condition.slice(at + 1)}`;
  });
  return database`and ${hasNothingHidden(database)} and exists (
    select from (select ${currentInput(database)} as input offset 0) given where false ${wanted})`;
}

/** Does not look into tasks with sensitive pointers. A text is found much faster than a value. */
function ofHeldValue(database: Database, sought: string) {
  const holds = (value: Fragment) => database`exists (select from (select ${value} as given) v
    where strpos(v.given::text, ${tokenOfHeld(sought)}) > 0 and json_holds(v.given, '{}', ${sought}))`;
  const output = database`(select o.output from run o where o.task_key = r.task_key and o.run_count = r.run_count)`;
  return database`and ${hasNothingHidden(database)} and (${holds(currentInput(database))} or ${holds(output)})`;
}

function currentInput(database: Database) {
  return database`(select case when i.is_given then i.input else t.input end from (select) one left join lateral (
    select input, true as is_given from task_input where task_key = t.key order by from_run_count desc limit 1) i on true)`;
}

/** Whether no sensitive pointer covers anything of a task `t`. */
export function hasNothingHidden(database: Database): Fragment {
  return database`t.sensitive is null
    and not exists (select from task_type tt where tt.type = t.type and tt.sensitive <> '{}')`;
}

/** Does not search errors of tasks with sensitive pointers, which could reveal what the caller may not see. */
function ofSearch(database: Database, search: string) {
  const pattern = containing(search);
  return database`and (
    concat_ws(' ', t.id, t.name, t.type) ilike ${pattern}
    or r.error is not null and ${hasNothingHidden(database)} and (r.error ->> 'name') || ': ' || (r.error ->> 'message') ilike ${pattern})`;
}
