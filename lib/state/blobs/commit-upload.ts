import type { BlobUploadResult, StateResponse } from '#contract';
import { inTransaction, type Transaction } from '#database';
import type { BlobChange, StateMutation, UpsertOperation } from '../write/mutation.ts';
import { refusalError } from '../write/refusal.ts';
import type { BlobContext } from './context.ts';

/** A mutation with the single operation of an upload. */
type UploadMutation = Omit<StateMutation, 'operations' | 'isAtomic'> & {
  operation: UpsertOperation & { blob: BlobChange };
};

/**
 * Assigns a blob to its entry in one transaction. `claim` inserts the blob's row, and `after` writes the rest. A
 * refusal rolls everything back. Resolves with the entry and its receipt.
 */
export async function commitUpload(
  { database, writing }: BlobContext,
  { operation, ...mutation }: UploadMutation,
  claim: (transaction: Transaction) => Promise<void>,
  after: (transaction: Transaction, state: StateResponse) => Promise<void> = async () => {},
): Promise<StateResponse> {
  const prepared = await writing.prepare([{ ...mutation, operations: [operation], isAtomic: true }]);
  return inTransaction(database, async (transaction) => {
    await claim(transaction);
    const [outcome] = await writing.write(transaction, prepared);
    const error = refusalError(outcome?.outcomes ?? []);
    if (error !== undefined) throw error;
    const [saved] = outcome?.outcomes ?? [];
    if (saved?.kind !== 'saved') throw new Error(`an upload to ${operation.id} was neither done nor refused`);
    const state = { ...saved.state, ...(outcome?.receipt !== undefined && { receipt: outcome.receipt }) };
    await after(transaction, state);
    return state;
  });
}

/** Converts the changed entry to the answer of an upload. */
export function uploadResult(state: StateResponse): BlobUploadResult {
  const { storeName, id, etag, version, blob, receipt } = state;
  if (blob === undefined) throw new Error(`${id} has no blob after an upload`);
  return { ...blob, storeName, id, entryEtag: etag, version, ...(receipt !== undefined && { receipt }) };
}
