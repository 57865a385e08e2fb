'use client';
import { counted } from '#contract';
import { openConflicts } from '@/components/state/edit/merge.model.ts';
import { Button } from '@/components/ui/button.tsx';
import type { useEntryEditor } from '../../use-entry-editor.ts';

type Editor = ReturnType<typeof useEntryEditor>;

type EditFooterProps = {
  editor: Editor;
  isInBasket: boolean;
  isComparing: boolean;
  /** Why the operator may not save. */
  reason: string | undefined;
  onCompare: () => void;
  onGather: () => void;
};

/** What can be done with an edit. Where the entry is in the basket already, changing it there comes first. */
export function EditFooter({ editor, isInBasket, isComparing, reason, onCompare, onGather }: EditFooterProps) {
  const { isDirty, busy } = editor;
  const isDeleted = editor.moved?.kind === 'deleted';
  const nothing = isDirty || isDeleted ? undefined : 'Nothing has changed.';
  return (
    <>
      {isDirty && (
        <Button variant="ghost" onClick={editor.startOver} className="mr-auto">
          Start over
        </Button>
      )}
      <Button
        aria-pressed={isComparing}
        onClick={onCompare}
        disabledReason={nothing ?? (editor.isText ? 'The value is not valid JSON.' : undefined)}
        className="aria-pressed:bg-selected"
      >
        What changed
      </Button>
      <Button
        variant={isInBasket ? 'primary' : 'secondary'}
        onClick={onGather}
        disabledReason={
          reason ?? nothing ?? (isDeleted ? 'A deleted entry can only be created again separately.' : undefined)
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
        {busy === 'saving' ? 'Saving…' : isDeleted ? 'Create again' : 'Save'}
      </Button>
    </>
  );
}

type MergeFooterProps = {
  conflict: NonNullable<Editor['conflict']>;
  busy: Editor['busy'];
  onLeave: () => void;
  /** Puts the merge into the form. */
  onTake: () => void;
  onSave: () => void;
};

/** What can be done with a merge once every place has a version: look it over in the form, or save it. */
export function MergeFooter({ conflict, busy, onLeave, onTake, onSave }: MergeFooterProps) {
  const open = openConflicts(conflict.merge, conflict.choices).length;
  const reason = open === 0 ? undefined : `Choose a version for ${counted(open, 'more place')}.`;
  return (
    <>
      <Button onClick={onLeave}>Back to my version</Button>
      <Button onClick={onTake} disabled={busy !== undefined} disabledReason={reason}>
        Use this
      </Button>
      <Button
        variant="primary"
        onClick={onSave}
        disabled={busy !== undefined}
        aria-busy={busy === 'saving'}
        disabledReason={reason}
      >
        {busy === 'saving' ? 'Saving…' : 'Save merge'}
      </Button>
    </>
  );
}
