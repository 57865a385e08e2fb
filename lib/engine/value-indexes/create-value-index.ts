import {
  arrayPointerOf,
  limits,
  partsOfValuePointer,
  pathOf,
  TaskdeckError,
  type ValueIndex,
  type ValueIndexInput,
} from '#contract';
import { type Database, holdLock, inTransaction } from '#database';
import type { Actor } from '../actor.ts';
import { type ValueIndexRow, valueIndexColumns, valueIndexRecord } from './value-index-row.ts';

/**
 * Asks for an index, which housekeeping builds. Returns the one of this path and type that exists, if any. Throws
 * `LimitExceeded`.
 */
export async function createValueIndex(
  database: Database,
  { path, type }: ValueIndexInput,
  actor: Pick<Actor, 'name'>,
): Promise<ValueIndex> {
  return inTransaction(database, async (transaction) => {
    await holdLock(transaction, 'valueIndexes');
    const [known] = await transaction<ValueIndexRow[]>`
      select ${valueIndexColumns(transaction)} from value_index
      where pointer = ${path} and type is not distinct from ${type ?? null}::text`;
    if (known !== undefined) return valueIndexRecord(known);
    const [{ count } = { count: 0 }] = await transaction<{ count: number }[]>`select count(*) from value_index`;
    if (count >= limits.valueIndexes)
      throw new TaskdeckError(
        'LimitExceeded',
        `there are ${count} indexes of values, the limit (valueIndexes) is ${limits.valueIndexes}; delete one that is not used`,
      );
    const parts = partsOfValuePointer(path);
    const [made] = await transaction<ValueIndexRow[]>`
      insert into value_index (pointer, root, path, array_pointer, type, created_by)
      values (${path}, ${parts.root}, ${parts.path}::text[], ${arrayPointerOf(pathOf(path)) ?? null}, ${type ?? null}, ${actor.name})
      returning ${valueIndexColumns(transaction)}`;
    if (made === undefined) throw new Error('insert into value_index returned no row');
    return valueIndexRecord(made);
  });
}

/** Deletes an index. Its entries are deleted in the background. Resolves with whether there was one. */
export async function deleteValueIndex(database: Database, id: string): Promise<boolean> {
  let isFound = false;
  await inTransaction(database, async (transaction) => {
    isFound = (await transaction`delete from value_index where id = ${id}`).count > 0;
  });
  return isFound;
}
