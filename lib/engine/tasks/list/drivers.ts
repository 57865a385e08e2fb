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
import { heldInQueue, heldStatuses, ofActiveRun, runEndedWithin, stuckRuns } from './conditions.ts';
import {
  branchesDriver,
  type Driver,
  everyTask,
  inOrder,
  type KeyRange,
  mergeOrdered,
  together,
  within,
} from './driver.ts';
import { inputDriver } from './input-indexes.ts';
import type { Sought } from './sought.ts';

/** Returns the drivers of a filter, likely the most selective first, or all tasks when it has none. */
export async function driversOf(database: Database, filter: Sought): Promise<Driver[]> {
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
    filter.inputIndexes && inputDriver(database, filter.inputIndexes),
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
  if (active.length > 0) {
    const ofStatus = (condition: Fragment) => (range: KeyRange) =>
      database`
      select a.task_key as key from active_run a where ${condition}
        ${ofActiveRun(database, filter)} ${within(database, 'task_key', range)}`;
    // Those of every status are in one order already.
    const ofEach =
      active.length === activeStatuses.length
        ? [ofStatus(database`true`)]
        : active.map((status) =>
            ofStatus(database`a.status = ${statusLiteral(database, status)}
              ${status === 'queued' ? heldInQueue(database, filter) : database``}`),
          );
    branches.push(branchesDriver(database, 'active', (range) => ofEach.map((branch) => branch(range))));
  }
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

/** A literal: with a parameter PostgreSQL cannot prove that a partial index on status applies. */
function statusLiteral(database: Database, value: string | number): Fragment {
  const status = taskStatuses.find((known) => known === value);
  if (status === undefined) throw new Error(`${value} is not a status`);
  return database`${database.unsafe(`'${status}'::run_status`)}`;
}
