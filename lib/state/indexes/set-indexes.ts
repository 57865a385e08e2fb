import { arrayPointerOf, pathOf } from '#contract';
import type { Transaction } from '#database';

/** Makes the indexes of a store those on these paths. The caller holds a lock on the row of the store. */
export async function setIndexes(
  transaction: Transaction,
  storeKey: number,
  pointers: readonly string[],
): Promise<void> {
  await transaction`
    update state_index set removed_on = now(), waits_for = null
    where store_key = ${storeKey} and removed_on is null and pointer <> all(${[...pointers]}::text[])`;
  for (const pointer of pointers) {
    const path = pathOf(pointer);
    await transaction`
      insert into state_index (store_key, pointer, path, array_pointer)
      values (${storeKey}, ${pointer}, ${path}::text[], ${arrayPointerOf(path) ?? null})
      on conflict (store_key, pointer) where removed_on is null do nothing`;
  }
}
