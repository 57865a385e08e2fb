import type { StateBulkDeleteResponse, StateWriter } from '#contract';
import type { StateContext } from '../context.ts';
import type { EntryAddress, StateDeleteOptions, StateDeletion, StoreAddress } from '../records.ts';
import { refusalError } from '../write/refusal.ts';

/** Deletes an entry with its blob, if there is one. */
export async function deleteEntry(
  { commit }: StateContext,
  { id, ...address }: EntryAddress,
  { ifMatch }: StateDeleteOptions,
  writer: StateWriter,
): Promise<StateDeletion> {
  const { outcomes, receipt } = await commit({
    address,
    change: 'save',
    isAtomic: true,
    operations: [{ kind: 'delete', id, ifMatch }],
    writer,
  });
  const error = refusalError(outcomes);
  if (error !== undefined) throw error;
  return { isDeleted: receipt !== undefined, ...(receipt !== undefined && { receipt }) };
}

/** Deletes entries, each under its own condition. */
export async function bulkDelete(
  { commit }: StateContext,
  address: StoreAddress,
  deletes: readonly { id: string; ifMatch?: string | undefined }[],
  writer: StateWriter,
): Promise<StateBulkDeleteResponse> {
  const { outcomes, receipt } = await commit({
    address,
    change: 'save',
    isAtomic: false,
    operations: deletes.map(({ id, ifMatch }) => ({ kind: 'delete', id, ifMatch })),
    writer,
  });
  return {
    outcomes: outcomes.map((outcome, at) => ({
      id: deletes[at]?.id ?? '',
      isDeleted: outcome.kind === 'deleted' && outcome.version !== undefined,
      ...(outcome.kind === 'refused' && { failure: outcome.failure }),
    })),
    ...(receipt !== undefined && { receipt }),
  };
}
