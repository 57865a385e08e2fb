import { z } from 'zod';
import type { TaskClient } from '#client';
import { stateId, storeName } from '#contract';
import type { ActionResult } from '../access/perform-action.ts';

const seenEntry = z.strictObject({ storeName, id: stateId, ifMatch: z.string().min(3).max(66) });

/** An entry, and the version of it that was seen. */
type SeenEntry = z.output<typeof seenEntry>;

/** Names an entry, and the version of it that was seen. */
export const deleteEntryInput = seenEntry.extend({ idempotencyKey: z.uuid() });

export type DeleteEntryInput = z.output<typeof deleteEntryInput>;

/**
 * Deletes an entry if it still is the one that was seen, once for its key. Returns the receipt that undoes it, if there is
 * one: none of an entry that an earlier try has deleted.
 */
export async function deleteSeenEntry(call: { client: TaskClient; input: DeleteEntryInput }): Promise<Deleted> {
  const { storeName, id, ...options } = call.input;
  const { receipt } = await call.client.getStateClient().deleteStateAsync(storeName, id, options);
  return { receipt };
}

type Deleted = { receipt: string | undefined };

/** An entry as it is shown when a person is asked whether to delete it. */
type ShownEntry = { storeName: string; id: string; etag: string };

/** What became of it. `isChanged`: someone else changed it meanwhile, so what is shown is old. */
type DeleteOutcome =
  | { kind: 'deleted'; receipt: string | undefined }
  | { kind: 'kept'; reason: string; isChanged: boolean };

/** Asks to delete exactly the version of an entry that is shown. */
export async function deleteShownEntry(
  { storeName, id, etag }: ShownEntry,
  deleteEntry: (entry: SeenEntry) => Promise<ActionResult<Deleted>>,
): Promise<DeleteOutcome> {
  const answer = await deleteEntry({ storeName, id, ifMatch: etag });
  if (answer.ok) return { kind: 'deleted', receipt: answer.value.receipt };
  if (answer.problem.code !== 'PreconditionFailed')
    return { kind: 'kept', reason: answer.problem.detail, isChanged: false };
  const reason =
    'The entry has changed in the meantime and was kept. Close this dialog, check the entry and delete it again.';
  return { kind: 'kept', reason, isChanged: true };
}
