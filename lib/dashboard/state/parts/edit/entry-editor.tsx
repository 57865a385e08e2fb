'use client';
import { useState } from 'react';
import { JsonDiff } from '@/components/json/json-diff.tsx';
import { useBasket } from '@/components/state/edit/basket.ts';
import { ConflictView } from '@/components/state/edit/conflict-view.tsx';
import { EditPanel } from '@/components/state/edit/edit-panel.tsx';
import { changeTexts, mergeTexts } from '@/components/state/edit/entry-document.model.ts';
import { EntryForm } from '@/components/state/edit/entry-form.tsx';
import { MovedNotice } from '@/components/state/edit/moved-notice.tsx';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { Time } from '@/components/ui/time.tsx';
import { toast } from '@/components/ui/toast.ts';
import { useUnloadGuard } from '@/components/ui/use-unload-guard.ts';
import { useMay } from '../../../access/scopes-context.tsx';
import type { OpenedEntry } from '../../open-entry.ts';
import { useEntryEditor } from '../../use-entry-editor.ts';
import { useTellChange } from '../../use-tell-change.ts';
import { EditNoteLine } from './edit-note-line.tsx';

type EntryEditorProps = {
  storeName: string;
  id: string;
  opened: Extract<OpenedEntry, { kind: 'open' }>;
  onClose: () => void;
};

/** The edit of an entry that was read: form, what changed, and the merge with what others changed meanwhile. */
export function EntryEditor({ storeName, id, opened, onClose }: EntryEditorProps) {
  const tell = useTellChange();
  const { basket, add, remove } = useBasket(storeName);
  const { reason } = useMay('state/create');
  const [isComparing, setComparing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const isInBasket = basket.some((operation) => operation.id === id);
  const editor = useEntryEditor({
    storeName,
    id,
    opened,
    onSaved({ version, receipt, wasCreated }) {
      remove(id);
      tell({
        storeName,
        title: wasCreated ? 'Entry created again' : 'Entry saved',
        description: `${id} · version ${version}`,
        parts: [{ receipt, ids: [id] }],
      });
      onClose();
    },
  });
  const { base, form, conflict, moved, isDirty, busy } = editor;
  useUnloadGuard(editor.isUnfinished);

  const close = () => (editor.isUnfinished ? setAsking(true) : onClose());
  const gather = () => {
    const finished = editor.finish();
    if (finished === undefined || moved?.kind === 'deleted') return;
    add({ kind: 'save', id, version: base.version, ...finished });
    editor.forget();
    toast.success(isInBasket ? 'Changed in the basket' : 'Added to the basket', {
      description: `${id}. Nothing is saved until the basket is committed.`,
    });
    onClose();
  };
  const nothing = isDirty || moved?.kind === 'deleted' ? undefined : 'Nothing has changed.';
  const open = conflict?.merge.conflicts.filter(({ pointer }) => !conflict.choices.has(pointer)).length ?? 0;

  return (
    <EditPanel
      title={conflict === undefined ? <>Edit {id}</> : <>Merge {id}</>}
      description={
        <>
          In the store {storeName} · version {base.version} by {base.lastModifiedBy.name},{' '}
          <Time value={base.lastModifiedOn} style="relative" />
        </>
      }
      onClose={close}
      onSave={() => void editor.save()}
      footer={
        conflict === undefined ? (
          <>
            {isDirty && (
              <Button variant="ghost" onClick={editor.startOver} className="mr-auto">
                Start over
              </Button>
            )}
            <Button
              aria-pressed={isComparing}
              onClick={() => setComparing(!isComparing)}
              disabledReason={nothing ?? (editor.isText ? 'The value is not valid JSON.' : undefined)}
              className="aria-pressed:bg-selected"
            >
              What changed
            </Button>
            <Button
              variant={isInBasket ? 'primary' : 'secondary'}
              onClick={gather}
              disabledReason={
                reason ??
                nothing ??
                (moved?.kind === 'deleted' ? 'A deleted entry can only be created again separately.' : undefined)
              }
            >
              {isInBasket ? 'Change in basket' : 'Add to basket'}
            </Button>
            <Button
              variant={isInBasket ? 'secondary' : 'primary'}
              onClick={() => void editor.save()}
              disabled={busy !== undefined}
              aria-busy={busy === 'saving'}
              disabledReason={reason ?? nothing}
            >
              {busy === 'saving' ? 'Saving…' : moved?.kind === 'deleted' ? 'Create again' : 'Save'}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={editor.leaveConflict}>Back to my version</Button>
            <Button
              variant="primary"
              onClick={editor.takeMerge}
              disabledReason={
                open === 0
                  ? undefined
                  : `Choose a version for ${open === 1 ? 'one more place' : `${open} more places`}.`
              }
            >
              Use this
            </Button>
          </>
        )
      }
    >
      {editor.problem !== undefined && <ErrorState title="The entry was not saved" problem={editor.problem} />}
      {conflict === undefined ? (
        <>
          {moved !== undefined && (
            <MovedNotice
              moved={moved}
              version={base.version}
              isMerging={busy === 'merging'}
              blockedBy={editor.isText ? 'The value is not valid JSON.' : undefined}
              onMerge={() => void editor.beginMerge()}
            />
          )}
          {editor.note !== undefined && <EditNoteLine note={editor.note} />}
          {!editor.isKept && (
            <p role="status" className="text-caution text-xs">
              This value is too large for a draft: a reload would lose it.
            </p>
          )}
          {isComparing && isDirty && (
            <JsonDiff label="What you changed" {...changeTexts(form, base)} maxHeight="40vh" />
          )}
          <EntryForm
            form={form}
            onChange={editor.change}
            errors={editor.errors}
            valueErrors={editor.valueErrors}
            valueBytes={editor.valueBytes}
            base={base}
            redacted={moved?.kind === 'deleted' ? 'refuse' : 'keep'}
            hasStoredBlob={opened.hasStoredBlob}
            policy={opened.policy}
            isBusy={busy !== undefined}
          />
        </>
      ) : (
        <>
          <ConflictView
            base={base}
            theirs={conflict.theirs}
            merge={conflict.merge}
            choices={conflict.choices}
            onChoose={editor.choose}
          />
          <h3 className="font-medium text-sm">Your changes to their version</h3>
          <JsonDiff
            label="The merge compared with theirs"
            {...mergeTexts(conflict.merge, conflict.theirs)}
            maxHeight="40vh"
          />
        </>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title="Leave this edit?"
        description="Nothing has been saved. The draft is kept in this tab until you save it or start over."
        confirmLabel="Leave"
        cancelLabel="Keep editing"
        onConfirm={async () => onClose()}
      />
    </EditPanel>
  );
}
