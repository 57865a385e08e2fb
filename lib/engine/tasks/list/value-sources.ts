import { z } from 'zod';
import type { ValueOrder } from '#contract';
import type { Database } from '#database';
import { type Cursor, inDirection, rowsOf, type ScannedRow, type Source, sizeOf } from './sources.ts';

/** The value at the end of a page, as a page token keeps it. */
export const valuePlace = z.tuple([z.int(), z.string().regex(/^-?\d+(\.\d+)?$/), z.string()]);

/** The kind of entries without a value. Inputs and outputs that were too large to read are of the next one. */
const noValue = 4;

/**
 * Scans the entries of an index of values in the order of these, over all tasks or only over `keys`. Tasks without a value
 * come last in both directions.
 */
export function valueSources(
  database: Database,
  indexKey: number,
  order: ValueOrder,
  keys: readonly number[] | undefined,
): Source[] {
  const isDescending = order.endsWith('desc');
  const { direction, beyond } = inDirection(database, isDescending);
  const beyondPlace = ({ k = 0, v: [kind, number, body] = [0, '0', ''] }: Cursor) => database`
    (kind, number, body, task_key) ${beyond} (${kind}::smallint, ${number}::text::numeric, ${body}::text, ${k}::bigint)`;
  // One condition says where a scan begins: of two, PostgreSQL would begin at the wrong one.
  const within = (name: 'value' | 'none', after: Cursor | undefined) => {
    const isOfSource = name === 'none' ? database`kind >= ${noValue}` : database`kind < ${noValue}`;
    if (after === undefined) return isOfSource;
    const beginsIt = isDescending === (name === 'value');
    return beginsIt ? beyondPlace(after) : database`${beyondPlace(after)} and ${isOfSource}`;
  };
  const source = (name: 'value' | 'none'): Source => ({
    ...sizeOf(keys),
    name,
    select: (after, limit) => database`
      select task_key as key, json_build_array(kind, number::text, body)::text as place, null::timestamptz as ended_on
      from ${rowsOf(database, 'value_entry', keys)} where index_key = ${indexKey} and ${within(name, after)}
      order by kind ${direction}, number ${direction}, body ${direction}, task_key ${direction} limit ${limit}`,
    cursor: (row) => ({ p: name, k: row.key, v: placeOf(row) }),
  });
  return [source('value'), source('none')];
}

function placeOf({ place }: ScannedRow): Cursor['v'] {
  return valuePlace.parse(JSON.parse(place ?? ''));
}
