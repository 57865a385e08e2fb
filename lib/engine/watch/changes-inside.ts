import type { Bounds } from '#contract';
import type { Database } from '#database';
import { insideBounds } from '../rows/inside-bounds.ts';

type Inside = { ids: string[]; created: number; lastKey: number };

/**
 * Returns which of these tasks lie inside of bounds, and how many tasks inside are newer than the one with `afterKey`.
 * Without it, none is: then `lastKey` is the key to begin with.
 */
export async function changesInside(
  database: Database,
  { ids, afterKey }: { ids: readonly string[]; afterKey: number | undefined },
  bounds: Bounds,
): Promise<Inside> {
  const [row] = await database<{ ids: string[] | null; created: number; last_key: number | null }[]>`
    with newer as (
      select t.key, ${afterKey !== undefined} ${insideBounds(database, bounds)} as is_inside
      from task t where t.key > ${afterKey ?? Number.MAX_SAFE_INTEGER}
    )
    select (select array_agg(t.id) from task t where t.id = any(${[...ids]}::text[]) ${insideBounds(database, bounds)}) as ids,
      (select count(*) from newer where is_inside) as created,
      (select max(key) from task) as last_key`;
  return { ids: row?.ids ?? [], created: row?.created ?? 0, lastKey: row?.last_key ?? afterKey ?? 0 };
}
