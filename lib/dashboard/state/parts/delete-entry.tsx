'use client';
import type { EntryView } from '@/components/state/entry.ts';
import { WriterName } from '@/components/state/writer-name.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { PathText } from '@/components/ui/path-text.tsx';
import { Time } from '@/components/ui/time.tsx';
import { useSendOnce } from '@/components/ui/use-send-once.ts';
import { deleteEntry } from '../actions.ts';
import { deleteShownEntry } from '../delete-entry.ts';
import { useRefreshState, useTellChange } from '../use-tell-change.ts';

/** Asks once, and deletes the entry if it still is the one that was seen when it was asked. */
export function DeleteEntry({ entry, onClose }: { entry: EntryView; onClose: () => void }) {
  const tell = useTellChange();
  const refresh = useRefreshState();
  const sendOnce = useSendOnce();
  const { storeName, id } = entry;
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete this entry?"
      description={
        <>
          <span className="whitespace-pre-wrap break-all font-mono text-ink text-xs">
            <PathText text={id} />
          </span>{' '}
          is deleted at version {entry.version}
          {entry.blob === undefined ? '' : ', with its blob'}: modified <Time value={entry.lastModifiedOn} /> by{' '}
          <WriterName writer={entry.lastModifiedBy} isShort />. Its versions can be restored while they are kept.
        </>
      }
      confirmLabel="Delete entry"
      cancelLabel="Keep entry"
      isDangerous
      canBeUndone
      onConfirm={async () => {
        const outcome = await deleteShownEntry(entry, (seen) => sendOnce(seen, deleteEntry));
        if (outcome.kind === 'deleted') {
          tell({ storeName, title: `Deleted ${id}`, parts: [{ receipt: outcome.receipt, ids: [id] }] });
          return undefined;
        }
        if (outcome.isChanged) void refresh();
        return outcome.reason;
      }}
    />
  );
}
