import type { Database, Fragment } from '#database';

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

/** Merges several ordered scans, because an index on (value, key) has no order over several values. */
export function branchesDriver(database: Database, name: string, branches: (range: KeyRange) => Fragment[]): Driver {
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
export function together(
  database: Database,
  branches: readonly Fragment[],
  range: KeyRange,
  isOrdered: boolean,
): Fragment {
  const [first, ...others] = branches;
  if (first === undefined) return database`select key from task where false`;
  if (others.length === 0) return first;
  const ordered = (branch: Fragment) =>
    isOrdered ? database`(select key from (${branch}) branch ${inOrder(database, 'key', range)})` : branch;
  const all = others.reduce((before, branch) => database`${before} union all ${ordered(branch)}`, ordered(first));
  return database`select key from (${all}) merged ${isOrdered ? inOrder(database, 'key', range) : database``}`;
}

/** One key of several branches, such as a task's with two of the tags asked for, comes once. */
export function mergeOrdered(database: Database, branches: readonly Fragment[], range: KeyRange, limit: number) {
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
