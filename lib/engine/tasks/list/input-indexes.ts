import { pathOf, type TaskListFilter } from '#contract';
import type { Database, Fragment } from '#database';
import { onlyTypeOf } from '../../value-indexes/find-value-index.ts';
import { branchesDriver, type Driver, within } from './driver.ts';
import type { InputIndexes } from './sought.ts';

/** What a JSON number looks like, and which of these an index has as numbers (`value_place`). */
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const indexedNumber = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/;
const longestNumber = 1_000;

/** Returns the indexes for what a filter seeks in inputs, or `undefined` where a path has no ready one. */
export async function findInputIndexes(
  database: Database,
  { input, type }: TaskListFilter,
): Promise<InputIndexes | undefined> {
  if (!input || input.length === 0) return undefined;
  const sought = input.map((condition) => {
    const at = condition.indexOf('=');
    return { path: pathOf(condition.slice(0, at)), value: condition.slice(at + 1) };
  });
  if (!sought.every(({ value }) => isIndexed(value))) return undefined;
  const ready = await database<{ key: number; path: string[] }[]>`
    select key, path from value_index
    where status = 'ready' and root = 'input' and (type is null or type = ${onlyTypeOf(type) ?? null})
    order by type is null desc`;
  const keys = new Map(ready.map(({ key, path }) => [JSON.stringify(path), key]));
  const indexes = sought.flatMap(({ path, value }) => {
    const key = keys.get(JSON.stringify(path));
    return key === undefined ? [] : [{ key, value }];
  });
  return indexes.length === sought.length ? indexes : undefined;
}

/** Whether these indexes are still there. The entries of one that is not are being removed. */
export async function areReady(database: Database, indexes: InputIndexes): Promise<boolean> {
  const keys = new Set(indexes.map(({ key }) => key));
  const rows = await database`
    select from value_index where key = any(${[...keys]}::bigint[]) and status = 'ready'`;
  return rows.length === keys.size;
}

/**
 * The tasks whose inputs may have one of these values. An index has the beginnings of texts and compares numbers by their
 * values, so each task has to be checked. It does not know the values in inputs that were too large to read.
 */
export function inputDriver(database: Database, indexes: InputIndexes): Driver {
  return {
    ...branchesDriver(database, 'input', (range) =>
      indexes.flatMap(({ key, value }) =>
        placesOf(database, value).map(
          (place) => database`
            select task_key as key from value_entry where index_key = ${key} and ${place} ${within(database, 'task_key', range)}`,
        ),
      ),
    ),
    isWider: true,
  };
}

/** Lists and objects are not in an index, nor are numbers that it cannot keep. */
function isIndexed(value: string): boolean {
  if (/^[{[]/.test(value)) return false;
  return !number.test(value) || (value.length <= longestNumber && indexedNumber.test(value));
}

/** Where an index has a value that is written so, and where it has inputs that were too large to read. */
function placesOf(database: Database, value: string): Fragment[] {
  const places = [
    database`kind = 3 and number = 0 and body = left(${value}, 200)`,
    database`kind = 5 and number = 0 and body = ''`,
  ];
  if (number.test(value)) places.push(database`kind = 2 and number = ${value}::text::numeric and body = ''`);
  if (value === 'true' || value === 'false')
    places.push(database`kind = 1 and number = ${value === 'true' ? 1 : 0} and body = ''`);
  return places;
}
