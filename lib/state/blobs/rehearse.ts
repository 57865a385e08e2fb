import { randomUUID } from 'node:crypto';
import { failureKind } from '#database';
import type { BlobUpload } from '../records.ts';
import type { StateMutation, UpsertOperation } from '../write/mutation.ts';
import { refusalError } from '../write/refusal.ts';
import { blobChange, insertBlob } from './blob-row.ts';
import type { BlobContext } from './context.ts';
import { stagedBlob } from './staged-blob.ts';

/** Rolls a rehearsal's transaction back. */
class Rehearsed extends Error {}

/**
 * Makes the write that will commit an upload and rolls it back, so that an upload that would be refused is refused
 * before its bytes are sent. The commit checks again.
 */
export async function rehearse(
  { database, writing }: BlobContext,
  mutation: Omit<StateMutation, 'operations' | 'isAtomic'>,
  operation: UpsertOperation,
  options: BlobUpload,
): Promise<void> {
  const staged = stagedBlob(
    randomUUID(),
    { contentLength: options.contentLength ?? 0, contentHash: '00'.repeat(32) },
    options,
  );
  const operations = [{ ...operation, blob: blobChange(staged, options) }];
  const prepared = await writing.prepare([{ ...mutation, operations, isAtomic: true }]);
  try {
    await database.begin(async (transaction) => {
      await insertBlob(transaction, staged);
      const [outcome] = await writing.write(transaction, prepared);
      throw refusalError(outcome?.outcomes ?? []) ?? new Rehearsed();
    });
  } catch (error) {
    if (!(error instanceof Rehearsed) && failureKind(error) !== 'raceLost') throw error; // a race: the commit decides
  }
}
