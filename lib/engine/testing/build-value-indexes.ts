import { expect } from 'vitest';
import type { Database } from '#database';
import { valueIndexBuilder } from '../value-indexes/build-value-indexes.ts';

/** Builds the indexes of values that were asked for. It waits for transactions of others, which began before. */
export async function buildValueIndexes(database: Database): Promise<void> {
  const batch = valueIndexBuilder(database);
  await expect
    .poll(async () => {
      while (await batch());
      return database`select from value_index where status = 'building'`;
    })
    .toHaveLength(0);
}
