import type { Bounds } from '#contract';
import type { Database } from '#database';
import { insideBounds } from '../rows/inside-bounds.ts';

/** Returns the first of these ids that is no task inside of bounds, or `undefined` when all are. */
export async function findOutside(
  database: Database,
  ids: readonly string[],
  bounds: Bounds,
): Promise<string | undefined> {
  const [row] = await database<{ id: string }[]>`
    select given.id from unnest(${[...ids]}::text[]) with ordinality as given (id, position)
    where not exists (select from task t where t.id = given.id ${insideBounds(database, bounds)})
    order by position limit 1`;
  return row?.id;
}
