'use client';
import type { StateVersion } from '#contract';
import type { EntryView } from '@/components/state/entry.ts';
import { WriterName } from '@/components/state/writer-name.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { Time } from '@/components/ui/time.tsx';
import { useSendOnce } from '@/components/ui/use-send-once.ts';
import { restoreVersion } from '../actions.ts';
import { useRefreshState, useTellChange } from '../use-tell-change.ts';

/** The entry was changed, or created, since the question was asked. */
const moved: readonly string[] = ['PreconditionFailed', 'StateAlreadyExists'];

type RestoreVersionProps = { version: StateVersion; current: EntryView | undefined; onClose: () => void };

/** Asks once, and makes an earlier version the current one if the entry still is as it was seen. */
export function RestoreVersion({ version, current, onClose }: RestoreVersionProps) {
  const tell = useTellChange();
  const refresh = useRefreshState();
  const sendOnce = useSendOnce();
  const { storeName, id } = version;
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Restore version ${version.version}?`}
      description={
        <>
          <span className="whitespace-pre-wrap break-all font-mono text-ink text-xs">{id}</span> becomes again what it
          was in version {version.version}, written <Time value={version.lastModifiedOn} /> by{' '}
          <WriterName writer={version.lastModifiedBy} isShort />
          {version.blob === undefined ? '' : ', with its blob'}.{' '}
          {current === undefined
            ? 'There is no current entry.'
            : `The current value stays available as version ${current.version}.`}
        </>
      }
      confirmLabel={`Restore version ${version.version}`}
      cancelLabel="Keep current version"
      onConfirm={async () => {
        const asked = { storeName, id, version: version.version };
        const answer = await sendOnce(
          { ...asked, ...(current !== undefined && { ifMatch: current.etag }) },
          restoreVersion,
        );
        if (!answer.ok) {
          if (!moved.includes(answer.problem.code)) return answer.problem.detail;
          void refresh();
          return 'The entry has changed in the meantime. Close this dialog, check the entry and restore again.';
        }
        const { receipt } = answer.value;
        tell({
          storeName,
          title: `Restored version ${version.version} of ${id}`,
          parts: [{ receipt, ids: [id] }],
        });
        return undefined;
      }}
    />
  );
}
