import type { StateWriter } from '#contract';
import { type Database, inTransaction } from '#database';
import type { StateWriting } from '../../write/mutation.ts';

/** Takes a blob from the entry that has it, as a new version without one. Resolves with whether that was done. */
export async function commitRemoval(
  { database, writing }: { database: Database; writing: StateWriting },
  { namespace, storeName, id }: { namespace: string; storeName: string; id: string },
  key: string,
  writer: StateWriter,
): Promise<boolean> {
  const prepared = await writing.prepare([
    {
      address: { namespace, storeName },
      change: 'upload',
      isAtomic: true,
      operations: [
        { kind: 'upsert', id, blob: { key: null, contentLength: 0, mayReplace: true, ifMatch: `"${key}"` } },
      ],
      writer,
    },
  ]);
  const [outcome] = await inTransaction(database, (transaction) => writing.write(transaction, prepared));
  return outcome?.failures.length === 0;
}
