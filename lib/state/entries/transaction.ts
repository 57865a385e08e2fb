import type { ParsedStateTransaction, StateTransactionResponse, StateWriter } from '#contract';
import type { StateContext } from '../context.ts';
import type { StoreAddress } from '../records.ts';
import { type SaveOptions, type StateOperation, upsertOf } from '../write/mutation.ts';
import { emptyReceipt } from '../write/receipt.ts';
import { refusalError } from '../write/refusal.ts';

/** Upserts and deletes entries, all or nothing. */
export async function transaction(
  { commit }: StateContext,
  address: StoreAddress,
  input: ParsedStateTransaction,
  writer: StateWriter,
  { keepsMarks = false }: SaveOptions = {},
): Promise<StateTransactionResponse> {
  const { outcomes, receipt } = await commit({
    address,
    change: 'save',
    isAtomic: true,
    operations: transactionOperations(input),
    writer,
    keepsMarks,
  });
  const error = refusalError(outcomes, ({ operation, index }) => `/${operation}s/${index}`);
  if (error !== undefined) throw error;
  return {
    upserted: outcomes.flatMap((outcome) => (outcome.kind === 'saved' ? outcome.state : [])),
    // Deletes of missing entries change nothing, and neither does undoing them.
    receipt: receipt ?? emptyReceipt,
  };
}

/** The operations of a transaction: the upserts, then the deletes. */
export function transactionOperations({ upserts, deletes }: ParsedStateTransaction): StateOperation[] {
  return [
    ...upserts.map(upsertOf),
    ...deletes.map(({ id, ifMatch }): StateOperation => ({ kind: 'delete', id, ifMatch })),
  ];
}
