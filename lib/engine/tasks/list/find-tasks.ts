import { activeStatuses, isValueOrder, pathOfOrder, type TaskListFilter } from '#contract';
import type { Database } from '#database';
import { findValueIndex } from '../../value-indexes/find-value-index.ts';
import { type Conditions, conditionsOf, isOfEndedRuns, sidesOf } from './conditions.ts';
import { isCrossing, scanCrossing } from './crossing.ts';
import { type Driver, everyTask, inOrder, type KeyRange, within } from './driver.ts';
import { driversOf } from './drivers.ts';
import { durationDrivers } from './duration-drivers.ts';
import { endedSources } from './ended-sources.ts';
import { areReady, findInputIndexes } from './input-indexes.ts';
import { keyBounds } from './key-bounds.ts';
import { deadlineOfNow, type Scan, scan, type Wanted } from './scan.ts';
import { rowsForHits, searchHits } from './search-hits.ts';
import { smallestSet, sortableSet } from './sets.ts';
import type { Sought } from './sought.ts';
import { type Cursor, endedByKeySource, idSource, keySource, type Source } from './sources.ts';
import { valueSources } from './value-sources.ts';

/** Up to this number, the tasks that match one filter are read as a set and checked against the other filters. */
const smallSet = 2_000;
/** The same where many tasks in the order have been read and few match. To look up a task of a set costs twice as much. */
const sortedSet = { most: 20_000, rowsForEach: 2 };
/** Where many tasks meet all filters, reading as many as these in order finds a page soonest. */
const readInOrderFirst = 2_000;
/** The most tasks with a text that are checked against the other filters before the page ends. */
const checkedHits = 20_000;

/** Returns the first `want` matching tasks after a cursor. A page that ran out of time is short and has a `next`. */
export async function findTasks(
  database: Database,
  filter: TaskListFilter,
  start: Cursor | undefined,
  want: number,
  budgetMs?: number,
): Promise<Scan> {
  const { active, ended } = sidesOf(filter);
  if (!(active || ended)) return { found: [], next: undefined };
  const inputIndexes = await findInputIndexes(database, filter);
  const wanted = () => ({ start, want, deadline: deadlineOfNow(budgetMs) });
  const found = await findIn(database, { ...filter, inputIndexes, textHits: {} }, wanted());
  // What was read of an index that was deleted meanwhile may not be all that it had.
  const isWhole = inputIndexes === undefined || (await areReady(database, inputIndexes));
  return isWhole ? found : findIn(database, filter, wanted());
}

async function findIn(database: Database, filter: Sought, wanted: Wanted): Promise<Scan> {
  const { orderBy } = filter;
  const isDescending = orderBy.endsWith('desc');
  if (isValueOrder(orderBy)) {
    const index = await findValueIndex(database, pathOfOrder(orderBy), filter.type);
    return findInOrder(database, filter, wanted, (keys) => valueSources(database, index, orderBy, keys));
  }
  if (isByKey(orderBy)) return findByKey(database, filter, wanted);
  if (orderBy.startsWith('id'))
    return findInOrder(database, filter, wanted, (keys) => [idSource(database, isDescending, keys)]);
  return findByEnd(database, filter, wanted);
}

export function isByKey(order: TaskListFilter['orderBy']): order is 'createdOn desc' | 'createdOn asc' {
  return order === 'createdOn desc' || order === 'createdOn asc';
}

/** In the order of creation, which the indexes of all filters have. */
async function findByKey(database: Database, filter: Sought, wanted: Wanted): Promise<Scan> {
  const conditions = conditionsOf(database, filter);
  const drivers = await driversOf(database, filter);
  const ordered = drivers.find((driver) => driver.isOrdered) ?? everyTask(database);
  const bounds = await keyBounds(database, filter);
  const range = { isDescending: filter.orderBy.endsWith('desc'), after: wanted.start?.k, ...bounds };
  const sourceOf = (driver: Pick<Driver, 'keys'>) => keySource(database, driver, range.isDescending, bounds);

  const isCovered = conditions.count === (ordered.isWider ? 0 : 1) && drivers[0] === ordered;
  if (isCovered) return scan(database, [sourceOf(ordered)], undefined, wanted);
  const ofSet = (set: readonly number[], rest: Wanted) =>
    scan(database, [sourceOf(given(database, set))], conditions, rest);
  const set = await smallestSet(database, drivers, range, smallSet);
  if (set !== undefined) return ofSet(set, wanted);
  const isOfRuns = ordered.name === 'every' && isOfEndedRuns(filter);
  const source = isOfRuns ? endedByKeySource(database, range.isDescending, bounds) : sourceOf(ordered);
  const first = await scan(database, [source], conditions, wanted, { mostRows: readInOrderFirst });
  return continued(first, wanted, async (rest) => {
    const rare = await rareSet(database, filter, first, range);
    if (rare !== undefined) return ofSet(rare, rest);
    const isSoonest = rowsToPage(first, rest) > rowsForHits;
    const ofHits =
      isSoonest && (await findByHits(database, filter, conditions, { ...range, after: rest.start?.k }, rest));
    if (ofHits) return ofHits;
    if (isCrossing(drivers)) return scanCrossing(database, drivers, range, conditions, rest);
    return scan(database, [source], conditions, rest);
  });
}

/** Tasks of durations that few runs have, which the blocks of runs tell where a list has not found one soon. */
async function rareSet(
  database: Database,
  filter: Sought,
  first: Scan,
  range: KeyRange,
): Promise<number[] | undefined> {
  if (first.found.length > 0) return undefined;
  return smallestSet(database, durationDrivers(database, filter), range, smallSet);
}

/** The tasks that the index of texts finds. Resolves with `undefined` where it finds too many in its time, or has no text. */
async function findByHits(
  database: Database,
  filter: Sought,
  conditions: Conditions,
  range: KeyRange,
  wanted: Wanted,
): Promise<Scan | undefined> {
  const hits = await searchHits(database, filter, range, checkedHits);
  if (hits === undefined) return undefined;
  const source = keySource(database, given(database, hits.keys), range.isDescending, range);
  const { found, next } = await scan(database, [source], conditions, wanted);
  const last = hits.keys.at(-1);
  return { found, next: next ?? (hits.isComplete || last === undefined ? undefined : { p: 'key', k: last }) };
}

/**
 * In the order of ends. Tasks that have not ended come after all others, so first when descending, and among themselves in
 * the order of their creation.
 */
async function findByEnd(database: Database, filter: Sought, { start, want, deadline }: Wanted): Promise<Scan> {
  const order = filter.orderBy.endsWith('desc') ? ['active', 'ended'] : ['ended', 'active'];
  const found: Scan['found'] = [];
  for (const phase of phasesOf(database, filter, order)) {
    if (start !== undefined && order.indexOf(phase.name) < order.indexOf(start.p)) continue;
    const after = phase.name === start?.p ? start : undefined;
    const left = want - found.length;
    // When the page is full, one task of the next phase says that the list goes on.
    const part = await phase.find({ start: after, want: Math.max(1, left), deadline });
    if (left === 0) {
      if (part.found.length > 0 || part.next !== undefined) return { found, next: found.at(-1)?.cursor };
      continue;
    }
    found.push(...part.found);
    if (part.next !== undefined) return { found, next: part.next };
  }
  return { found, next: undefined };
}

type Phase = { name: 'active' | 'ended'; find(wanted: Wanted): Promise<Scan> };

/** The parts of an order of ends that a filter leaves. */
function phasesOf(database: Database, filter: Sought, order: readonly string[]): Phase[] {
  const isDescending = filter.orderBy.endsWith('desc');
  const phases: Phase[] = [];
  const sides = sidesOf(filter);
  if (sides.active) {
    const ofActive: Sought = {
      ...filter,
      status: activeStatuses.filter((status) => filter.status?.includes(status) ?? true),
      orderBy: isDescending ? 'createdOn desc' : 'createdOn asc',
    };
    phases.push({
      name: 'active',
      find: async ({ start, ...wanted }) => {
        const ofKeys = { ...wanted, start: start && { ...start, p: 'key' } };
        return named(await findByKey(database, ofActive, ofKeys), 'active');
      },
    });
  }
  if (sides.ended)
    phases.push({
      name: 'ended',
      find: async (wanted) => findInOrder(database, filter, wanted, await endedSources(database, filter, isDescending)),
    });
  return phases.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}

function named({ found, next }: Scan, p: Phase['name']): Scan {
  return {
    found: found.map(({ key, cursor }) => ({ key, cursor: { ...cursor, p } })),
    next: next === undefined ? undefined : { ...next, p },
  };
}

/** In an order that the filters' indexes do not have: `sourcesOf` has it, over all tasks or only over some. */
async function findInOrder(
  database: Database,
  filter: Sought,
  wanted: Wanted,
  sourcesOf: (keys: number[] | undefined) => Source[],
): Promise<Scan> {
  const conditions = conditionsOf(database, filter);
  const checked = conditions.count === 0 ? undefined : conditions;
  if (checked === undefined) return scan(database, sourcesOf(undefined), checked, wanted);
  const bounds = await keyBounds(database, filter);
  const isCreated = bounds.low !== undefined || bounds.high !== undefined;
  const drivers = [
    ...(await driversOf(database, filter)),
    ...(isCreated ? [{ ...everyTask(database), name: 'created' }] : []),
  ];
  const range: KeyRange = { isDescending: true, after: undefined, ...bounds };
  const set = await smallestSet(database, drivers, range, smallSet);
  if (set !== undefined) return scan(database, sourcesOf(set), checked, wanted);
  const first = await scan(database, sourcesOf(undefined), checked, wanted, { mostRows: readInOrderFirst });
  return continued(first, wanted, async (rest) => {
    const rows = rowsToPage(first, rest);
    const most = Math.min(sortedSet.most, Math.round(rows / sortedSet.rowsForEach));
    const sorted =
      (await rareSet(database, filter, first, range)) ??
      (await sortableSet(database, filter, drivers, range, { most, rows }));
    return scan(database, sourcesOf(sorted), checked, rest);
  });
}

/** The rows in order that have a page, if tasks that match are as frequent as among the first rows. */
function rowsToPage(first: Scan, rest: Wanted): number {
  return (readInOrderFirst / Math.max(1, first.found.length)) * rest.want;
}

/** Goes on where a scan stopped before its page was full. */
async function continued(
  first: Scan,
  { want, deadline }: Wanted,
  goOn: (rest: Wanted) => Promise<Scan>,
): Promise<Scan> {
  if (first.next === undefined || first.found.length === want) return first;
  const rest = await goOn({ start: first.next, want: want - first.found.length, deadline });
  return { found: [...first.found, ...rest.found], next: rest.next };
}

/** Keys that are known, as a driver has them. */
function given(database: Database, keys: readonly number[]): Pick<Driver, 'keys'> {
  return {
    keys: (range, limit) => database`
      select key from unnest(${[...keys]}::bigint[]) as given (key)
      where true ${within(database, 'key', range)} ${inOrder(database, 'key', range)} limit ${limit}`,
  };
}
