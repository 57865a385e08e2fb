'use client';
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

type MergeFooterProps = { conflict: NonNullable<Editor['conflict']>; onLeave: () => void; onTake: () => void };

/** What can be done with a merge: it is taken once every place has a version. */
export function MergeFooter({ conflict, onLeave, onTake }: MergeFooterProps) {
  const open = conflict.merge.conflicts.filter(({ pointer }) => !conflict.choices.has(pointer)).length;
  return (
    <>
      <Button onClick={onLeave}>Back to my version</Button>
      <Button
        variant="primary"
        onClick={onTake}
        disabledReason={
          open === 0 ? undefined : `Choose a version for ${open === 1 ? 'one more place' : `${open} more places`}.`
        }
      >
        Use this
      </Button>
    </>
  );
}
