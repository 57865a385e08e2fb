import type { StateWriter } from '#contract';
import { type Database, entityTag, inTransaction } from '#database';
import type { StateWriting } from '../../write/writing.ts';

type Removing = { database: Database; writing: StateWriting };
type Holder = { namespace: string; storeName: string; id: string };

const writer: StateWriter = { kind: 'system', id: '', name: 'check of blobs' };

/** The entries that have a blob now. */
export async function holdersOf(database: Database, key: string): Promise<(Holder & { change: number })[]> {
  return database<(Holder & { change: number })[]>`
    select s.namespace, s.name as "storeName", e.id, e.change
    from state_entry e join state_store s on s.key = e.store_key where e.blob_key = ${key}`;
}

/**
 * Removes a blob whose bytes are lost from its entries, as new versions without a blob, and from earlier versions. Then
 * deletes its row. Resolves with whether nothing refers to it any more.
 */
export async function removeBroken({ database, writing }: Removing, key: string): Promise<boolean> {
  for (const { namespace, storeName, id, change } of await holdersOf(database, key)) {
    const blob = { key: null, contentLength: 0, mayReplace: true };
    const prepared = await writing.prepare([
      {
        address: { namespace, storeName },
        change: 'upload',
        isAtomic: true,
        operations: [{ kind: 'upsert', id, ifMatch: entityTag(change), blob }],
        writer,
      },
    ]);
    await inTransaction(database, (transaction) => writing.write(transaction, prepared));
  }
  await database`update state_version set blob_key = null where blob_key = ${key}`;
  const removed = await database`
    delete from blob where key = ${key} and not exists (select from state_entry where blob_key = ${key}) returning key`;
  return removed.length > 0;
}
