import { z } from 'zod';
import type { TaskClient } from '#client';
import { stateId, storeName } from '#contract';
import type { ActionResult } from '../access/perform-action.ts';

/** Names an entry, and the version of it that was seen. */
export const deleteEntryInput = z.strictObject({ storeName, id: stateId, ifMatch: z.string().min(3).max(66) });

export type DeleteEntryInput = z.output<typeof deleteEntryInput>;

/** Deletes an entry if it still is the one that was seen. Returns the receipt that undoes it, if there is one. */
export async function deleteSeenEntry(call: { client: TaskClient; input: DeleteEntryInput }): Promise<Deleted> {
  const { storeName, id, ifMatch } = call.input;
  const { receipt } = await call.client.getStateClient().deleteStateAsync(storeName, id, { ifMatch });
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
  deleteEntry: (input: DeleteEntryInput) => Promise<ActionResult<Deleted>>,
): Promise<DeleteOutcome> {
  const answer = await deleteEntry({ storeName, id, ifMatch: etag });
  if (answer.ok) return { kind: 'deleted', receipt: answer.value.receipt };
  if (answer.problem.code !== 'PreconditionFailed')
    return { kind: 'kept', reason: answer.problem.detail, isChanged: false };
  const reason =
    'The entry has changed in the meantime and was kept. Close this dialog, check the entry and delete it again.';
  return { kind: 'kept', reason, isChanged: true };
}
