'use client';
import { useState } from 'react';
import { DeleteEntriesDialog } from '@/components/state/delete-entries-dialog.tsx';
import type { EntryRow } from '@/components/state/entry.ts';
import { useSendOnce } from '@/components/ui/use-send-once.ts';
import { askForApproval } from '../../approval/actions.ts';
import { isAsked, withApproval } from '../../approval/with-approval.ts';
import { browserClock } from '../../live/clock.ts';
import { ProblemError } from '../../problem/problem.ts';
import { deleteEntries } from '../actions.ts';
import { growingChange } from '../growing-change.ts';
import { saveRestoreFile } from '../restore-file.ts';
import { isLost, sendBatch } from '../send-batch.ts';
import { useRefreshState, useTellChange } from '../use-tell-change.ts';

type DeleteEntriesProps = {
  storeName: string;
  entries: readonly EntryRow[];
  onDeleted: (ids: ReadonlySet<string>) => void;
  onClose: () => void;
};

/** Deletes exactly these entries, each only if it is unchanged, and offers to take it back. */
export function DeleteEntries({ storeName, entries, onDeleted, onClose }: DeleteEntriesProps) {
  const tell = useTellChange();
  const refresh = useRefreshState();
  const sendOnce = useSendOnce();
  const ask = (given: { reason: string; body: { deletes: { id: string; ifMatch: string }[] } }) =>
    sendOnce({ approval: { operation: 'DeleteBulkState' as const, params: { storeName }, ...given } }, askForApproval);
  const [made] = useState(() => growingChange(storeName, deletedWords));
  return (
    <DeleteEntriesDialog
      entries={entries}
      perform={async (some, during) => {
        const answer = await sendBatch(
          (idempotencyKey) =>
            withApproval(
              () => deleteEntries({ storeName, deletes: deletesOf(some), idempotencyKey }),
              (reason) => ask({ reason, body: { deletes: deletesOf(entries) } }),
            ),
          { ...during, clock: browserClock },
        );
        if (isAsked(answer)) onClose();
        if (!answer.ok && isLost(answer.problem)) {
          const { detail } = answer.problem;
          return { outcomes: some.map(({ id }) => ({ id, kind: 'unknown', detail })), failure: detail };
        }
        if (!answer.ok) throw new ProblemError(answer.problem);
        const { outcomes, receipt } = answer.value;
        const ids = outcomes.filter(({ kind }) => kind === 'done').map(({ id }) => id);
        if (receipt !== undefined || ids.length > 0) made.add({ receipt, ids });
        return { outcomes };
      }}
      saveRestoreFile={(some) => saveRestoreFile(storeName, some)}
      onDone={(outcomes) => {
        const absent = outcomes.filter(({ kind }) => kind === 'done' || kind === 'gone');
        onDeleted(new Set(absent.map(({ id }) => id)));
        const told = made.end();
        if (told !== undefined) tell(told);
        else if (outcomes.some(({ kind }) => kind === 'unknown')) void refresh();
      }}
      onClose={onClose}
    />
  );
}

function deletedWords(ids: readonly string[]): string {
  return ids.length === 1 ? `Deleted ${ids[0]}` : `Deleted ${ids.length} entries`;
}

function deletesOf(entries: readonly EntryRow[]) {
  return entries.map(({ id, etag }) => ({ id, ifMatch: etag }));
}
