import {
  activeStatuses,
  endedStatuses,
  isEnded,
  type StuckReason,
  type TaskListFilter,
  type TaskStatus,
  taskStatuses,
} from '#contract';
import type { Database, Fragment } from '#database';
import { readFingerprints } from '../../errors/fingerprints.ts';
import { heldStatuses, ofActiveRun, runEndedWithin, stuckRuns } from './conditions.ts';

/** Task keys greater or less than a key, which is excluded. */
export type KeyRange = {
  isDescending: boolean;
  after: number | undefined;
  low: number | undefined;
  high: number | undefined;
};

/**
 * A filter that drives the scan: an index returns the matching keys in order. `keys` selects the first `limit` of a range
 * as `key`.
 */
export type Driver = {
  name: string;
  /** Whether keys come in their order. Otherwise they come in any, and one can come twice. */
  isOrdered: boolean;
  /** It also returns keys that do not match: each has to be checked. */
  isWider?: boolean;
  /** Its index names blocks of rows, which are read for this time at most. */
  blocksMs?: number;
  keys(range: KeyRange, limit: number): Fragment;
  /**
   * All keys of a range from the indexes of the filter: in their order, or in none, where each is looked up. A key can
   * come twice.
   */
  all?(range: KeyRange, isOrdered: boolean): Fragment;
};

/** Returns the drivers of a filter, likely the most selective first, or all tasks when it has none. */
export async function driversOf(database: Database, filter: TaskListFilter): Promise<Driver[]> {
  const statuses = statusesOf(filter);
  const drivers: (Driver | undefined)[] = [
    filter.id && idDriver(database, filter.id),
    filter.parent &&
      valuesDriver(
        database,
        'parent',
        await parentKeys(database, filter.parent),
        'bigint',
        (value, range) => database`select key from task where parent_key = ${value} ${within(database, 'key', range)}`,
      ),
    filter.error && fingerprintDriver(database, 'error', [filter.error]),
    filter.group && fingerprintDriver(database, 'group', await readFingerprints(database, filter.group)),
    filter.tag &&
      valuesDriver(
        database,
        'tag',
        filter.tag,
        'text',
        (value, range) =>
          database`select task_key as key from task_tag where tag = ${value} ${within(database, 'task_key', range)}`,
      ),
    statuses && statusDriver(database, statuses, filter),
    filter.stuckFor && stuckDriver(database, filter.stuckFor, filter),
    filter.type && (await namesDriver(database, 'type', filter.type)),
    filter.queue && (await namesDriver(database, 'queue', filter.queue)),
    filter.schedule && scheduleDriver(database),
    (filter.endedAfter || filter.endedBefore) && endedDriver(database, filter),
    (filter.runEndedAfter || filter.runEndedBefore) && runEndedDriver(database, filter),
  ].map((driver) => driver || undefined);
  const usable = drivers.filter((driver) => driver !== undefined);
  return usable.length > 0 ? usable : [everyTask(database)];
}

/** All tasks, in the order of their keys. */
export function everyTask(database: Database): Driver {
  return {
    name: 'every',
    isOrdered: true,
    isWider: true,
    keys: (range, limit) =>
      database`select key from task where true ${within(database, 'key', range)} ${inOrder(database, 'key', range)} limit ${limit}`,
  };
}

function idDriver(database: Database, ids: readonly string[]): Driver {
  return {
    name: 'id',
    isOrdered: false,
    keys: (range, limit) =>
      database`select key from task where id = any(${[...ids]}::text[]) ${within(database, 'key', range)}
        ${inOrder(database, 'key', range)} limit ${limit}`,
  };
}

function fingerprintDriver(database: Database, name: string, fingerprints: readonly string[]): Driver {
  return valuesDriver(
    database,
    name,
    fingerprints,
    'text',
    (value, range) =>
      database`select task_key as key from run where fingerprint = ${value} and is_current ${within(database, 'task_key', range)}`,
  );
}

function scheduleDriver(database: Database): Driver {
  return {
    name: 'schedule',
    isOrdered: true,
    keys: (range, limit) =>
      database`select key from task where schedule is not null ${within(database, 'key', range)}
        ${inOrder(database, 'key', range)} limit ${limit}`,
  };
}

function endedDriver(database: Database, filter: TaskListFilter): Driver {
  return {
    name: 'ended',
    isOrdered: false,
    keys: (range, limit) =>
      database`select task_key as key from run where is_current
        ${filter.endedAfter === undefined ? database`` : database`and ended_on >= ${filter.endedAfter}`}
        ${filter.endedBefore === undefined ? database`` : database`and ended_on < ${filter.endedBefore}`}
        ${within(database, 'task_key', range)} order by ended_on limit ${limit}`,
  };
}

/** A task with several such runs comes several times. */
function runEndedDriver(database: Database, filter: TaskListFilter): Driver {
  return {
    name: 'run ended',
    isOrdered: false,
    keys: (range, limit) =>
      database`select task_key as key from run where true ${runEndedWithin(database, filter)}
        ${within(database, 'task_key', range)} order by ended_on limit ${limit}`,
  };
}

/** The statuses that a filter leaves: a run that waits or is held has one of a few. */
function statusesOf({ status, waitingFor, heldBy }: TaskListFilter): readonly TaskStatus[] | undefined {
  if (!(status || waitingFor || heldBy)) return undefined;
  return (status ?? taskStatuses).filter(
    (one) => (!waitingFor || one === 'waiting') && (!heldBy || heldStatuses.some((held) => held === one)),
  );
}

function statusDriver(database: Database, statuses: readonly TaskStatus[], filter: TaskListFilter): Driver {
  const ended = statuses.filter(isEnded);
  const active = statuses.filter((status) => !isEnded(status));
  const branches: Driver[] = [];
  if (ended.length === endedStatuses.length && active.length === activeStatuses.length) return everyTask(database);
  if (ended.length > 0)
    branches.push(
      valuesDriver(
        database,
        'ended',
        ended,
        'run_status',
        (value, range) =>
          database`select task_key as key from run where status = ${value} and is_current ${within(database, 'task_key', range)}`,
      ),
    );
  if (active.length > 0)
    branches.push(
      valuesDriver(
        database,
        'active',
        active,
        'run_status',
        (value, range) =>
          database`select a.task_key as key from active_run a where a.status = ${value}
            ${ofActiveRun(database, filter)} ${within(database, 'task_key', range)}`,
      ),
    );
  return {
    name: 'status',
    isOrdered: true,
    keys: (range, limit) =>
      mergeOrdered(
        database,
        branches.map((branch) => branch.keys(range, limit)),
        range,
        limit,
      ),
    all: (range, isOrdered) =>
      together(
        database,
        branches.flatMap((branch) => branch.all?.(range, isOrdered) ?? []),
        range,
        isOrdered,
      ),
  };
}

function stuckDriver(database: Database, reasons: readonly StuckReason[], filter: TaskListFilter): Driver {
  return branchesDriver(database, 'stuck', (range) =>
    stuckRuns(database, reasons).map(
      (condition) => database`
        select a.task_key as key from active_run a where ${condition} ${ofActiveRun(database, filter)}
          ${within(database, 'task_key', range)}`,
    ),
  );
}

/** The maximum number of names below a prefix. Beyond it the filter is checked row by row. */
const mostNames = 200;

async function namesDriver(
  database: Database,
  column: 'type' | 'queue',
  given: readonly string[],
): Promise<Driver | undefined> {
  const names = new Set(given.filter((name) => !name.endsWith('*')));
  for (const prefix of given.filter((name) => name.endsWith('*'))) {
    for (const name of await namesBelow(database, column, prefix.slice(0, -1))) names.add(name);
  }
  if (names.size > mostNames) return undefined;
  return valuesDriver(
    database,
    column,
    [...names],
    'text',
    (value, range) =>
      database`select key from task where ${database(column)} = ${value} ${within(database, 'key', range)}`,
  );
}

/** A loose scan of the index on types or queues: one probe per name, for any number of tasks. */
async function namesBelow(database: Database, column: 'type' | 'queue', prefix: string): Promise<string[]> {
  const name = database(column);
  const rows = await database<{ name: string }[]>`
    with recursive below as (
      (select ${name} as name from task where ${name} >= ${prefix} order by ${name} limit 1)
      union all
      select (select ${name} from task where ${name} > below.name order by ${name} limit 1)
      from below where starts_with(below.name, ${prefix})
    )
    select name from below where starts_with(name, ${prefix}) limit ${mostNames + 1}`;
  return rows.map((row) => row.name);
}

async function parentKeys(database: Database, id: string): Promise<number[]> {
  return (await database<{ key: number }[]>`select key from task where id = ${id}`).map((row) => row.key);
}

/** One scan per value. */
function valuesDriver(
  database: Database,
  name: string,
  values: readonly (string | number)[],
  type: 'text' | 'bigint' | 'run_status',
  matching: (value: Fragment, range: KeyRange) => Fragment,
): Driver {
  return branchesDriver(database, name, (range) =>
    [...new Set(values)].map((value) =>
      matching(
        type === 'run_status' ? statusLiteral(database, value) : database`${value}::${database.unsafe(type)}`,
        range,
      ),
    ),
  );
}

/** Merges several ordered scans, because an index on (value, key) has no order over several values. */
function branchesDriver(database: Database, name: string, branches: (range: KeyRange) => Fragment[]): Driver {
  const first = (branch: Fragment, range: KeyRange, limit: number) =>
    database`select key from (${branch}) branch ${inOrder(database, 'key', range)} limit ${limit}`;
  return {
    name,
    isOrdered: true,
    keys: (range, limit) =>
      mergeOrdered(
        database,
        branches(range).map((branch) => first(branch, range, limit)),
        range,
        limit,
      ),
    all: (range, isOrdered) => together(database, branches(range), range, isOrdered),
  };
}

/** For an order, each branch has it: otherwise PostgreSQL would sort the union as a whole. */
function together(database: Database, branches: readonly Fragment[], range: KeyRange, isOrdered: boolean): Fragment {
  const [first, ...others] = branches;
  if (first === undefined) return database`select key from task where false`;
  if (others.length === 0) return first;
  const ordered = (branch: Fragment) =>
    isOrdered ? database`(select key from (${branch}) branch ${inOrder(database, 'key', range)})` : branch;
  const all = others.reduce((before, branch) => database`${before} union all ${ordered(branch)}`, ordered(first));
  return database`select key from (${all}) merged ${isOrdered ? inOrder(database, 'key', range) : database``}`;
}

/** A literal: with a parameter PostgreSQL cannot prove that a partial index on status applies. */
function statusLiteral(database: Database, value: string | number): Fragment {
  const status = taskStatuses.find((known) => known === value);
  if (status === undefined) throw new Error(`${value} is not a status`);
  return database`${database.unsafe(`'${status}'::run_status`)}`;
}

/** One key of several branches, such as a task's with two of the tags asked for, comes once. */
function mergeOrdered(database: Database, branches: readonly Fragment[], range: KeyRange, limit: number) {
  const [first, ...others] = branches;
  if (first === undefined) return database`select key from task where false`;
  if (others.length === 0) return first;
  const union = others.map((branch) => database`union all (${branch})`);
  return database`select distinct key from ((${first}) ${union}) merged ${inOrder(database, 'key', range)} limit ${limit}`;
}

export function within(database: Database, column: 'key' | 'task_key', range: KeyRange) {
  const name = database(column);
  return database`
    ${range.low === undefined ? database`` : database`and ${name} >= ${range.low}`}
    ${range.high === undefined ? database`` : database`and ${name} < ${range.high}`}
    ${range.after === undefined ? database`` : range.isDescending ? database`and ${name} < ${range.after}` : database`and ${name} > ${range.after}`}`;
}

export function inOrder(database: Database, column: 'key' | 'task_key', range: KeyRange) {
  return database`order by ${database(column)} ${range.isDescending ? database`desc` : database`asc`}`;
}
