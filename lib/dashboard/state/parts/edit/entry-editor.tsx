'use client';
import { useState } from 'react';
import { JsonDiff } from '@/components/json/json-diff.tsx';
import { changeTexts } from '@/components/state/edit/entry-document.model.ts';
import { EntryForm } from '@/components/state/edit/entry-form.tsx';
import { GuardedPane } from '@/components/state/edit/guarded-pane.tsx';
import { MergeView } from '@/components/state/edit/merge-view.tsx';
import { MovedNotice } from '@/components/state/edit/moved-notice.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { outcomeTitle } from '@/components/ui/outcome-title.ts';
import { Time } from '@/components/ui/time.tsx';
import { useMay } from '../../../access/scopes-context.tsx';
import { WhoElse } from '../../../presence/parts/who-else.tsx';
import type { OpenedEntry } from '../../open-entry.ts';
import { useEntryEditor } from '../../use-entry-editor.ts';
import { useGather } from '../../use-gather.ts';
import { useTellChange } from '../../use-tell-change.ts';
import { EditFooter, MergeFooter } from './edit-footers.tsx';
import { EditNoteLine } from './edit-note-line.tsx';

type EntryEditorProps = {
  storeName: string;
  id: string;
  opened: Extract<OpenedEntry, { kind: 'open' }>;
  /** Whether the value needs the whole width. */
  isLong: boolean;
  /** Whether the focus stays where it is. */
  isFollowing: boolean;
  onClose: () => void;
};

const question = {
  title: 'Leave this edit?',
  description: 'Nothing has been saved. The draft is kept in this tab until you save it or start over.',
};

/** The edit of an entry that was read: form, what changed, and the merge with what others changed meanwhile. */
export function EntryEditor({ storeName, id, opened, isLong, isFollowing, onClose }: EntryEditorProps) {
  const tell = useTellChange();
  const { isGathered, gather, remove } = useGather(storeName);
  const { reason } = useMay('state/create');
  const [isComparing, setComparing] = useState(false);
  const [isWide, setWide] = useState(isLong);
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
  const nothingToSave = reason ?? (isDirty ? undefined : 'Nothing has changed.');
  const addToBasket = () => {
    const finished = editor.finish();
    if (finished === undefined || moved?.kind === 'deleted') return;
    gather({ id, version: base.version }, finished);
    editor.forget();
    onClose();
  };

  const canSaveMine =
    moved?.kind === 'changed' && conflict === undefined && nothingToSave === undefined && !editor.isText;

  return (
    <GuardedPane
      verb={conflict === undefined ? 'Edit' : 'Merge'}
      id={id}
      description={
        <>
          Version {base.version} by {base.lastModifiedBy.name}, <Time value={base.lastModifiedOn} style="relative" />
          {editor.isUnfinished && <span className="text-caution"> · Unsaved changes</span>}
        </>
      }
      others={<WhoElse record={{ kind: 'entry', id, storeName }} isShort />}
      isWide={isWide || conflict !== undefined}
      onWide={conflict === undefined ? setWide : undefined}
      isUnfinished={editor.isUnfinished}
      question={question}
      onClose={onClose}
      onSave={() => void editor.save()}
      onSaveMine={canSaveMine ? () => void editor.saveMine() : undefined}
      footer={
        conflict === undefined ? (
          <>
            {/* it comes while somebody types, so it does not stand above the text and push it down */}
            {moved !== undefined && (
              <div className="basis-full">
                <MovedNotice
                  moved={moved}
                  version={base.version}
                  isMerging={busy === 'merging'}
                  blockedBy={editor.isText ? 'The value is not valid JSON.' : undefined}
                  onMerge={() => void editor.beginMerge()}
                  nothingToSave={nothingToSave}
                  onSaveMine={() => void editor.saveMine()}
                />
              </div>
            )}
            <EditFooter
              editor={editor}
              isInBasket={isGathered(id)}
              isComparing={isComparing}
              reason={reason}
              onCompare={() => setComparing(!isComparing)}
              onGather={addToBasket}
            />
          </>
        ) : (
          <MergeFooter
            conflict={conflict}
            onLeave={editor.leaveConflict}
            onTake={editor.takeMerge}
            onSave={() => void editor.saveMerge()}
            busy={busy}
          />
        )
      }
    >
      {editor.problem !== undefined && (
        <ErrorState title={outcomeTitle('The entry was not saved', editor.problem)} problem={editor.problem} />
      )}
      {conflict === undefined ? (
        <>
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
            onCheck={editor.noteCheck}
            isValueFirst={!isFollowing}
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
        <MergeView base={base} conflict={conflict} onChoose={editor.choose} onChooseAll={editor.chooseAll} />
      )}
    </GuardedPane>
  );
}
