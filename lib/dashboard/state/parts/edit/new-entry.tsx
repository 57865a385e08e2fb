'use client';
import { EntryForm } from '@/components/state/edit/entry-form.tsx';
import { GuardedPanel } from '@/components/state/edit/guarded-panel.tsx';
import { IdField } from '@/components/state/edit/id-field.tsx';
import { Button } from '@/components/ui/button.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { outcomeTitle } from '@/components/ui/outcome-title.ts';
import { ScopeNote } from '@/components/ui/scope-note.tsx';
import { useMay } from '../../../access/scopes-context.tsx';
import { useNewEntry } from '../../use-new-entry.ts';
import { useTellChange } from '../../use-tell-change.ts';

type NewEntryProps = {
  storeName: string;
  /** What the id begins with. */
  prefix: string;
  delimiter: string;
  onClose: () => void;
  /** Called after the service has made it. */
  onCreated: (id: string) => void;
  onOpen: (id: string) => void;
};

const question = {
  title: 'Leave this entry?',
  description: 'The entry has not been created. The draft is kept in this tab until you create it or start over.',
};

/** Writes a new entry. It is only made where there is none of its id. */
export function NewEntry({ storeName, prefix, delimiter, onClose, onCreated, onOpen }: NewEntryProps) {
  const tell = useTellChange();
  const { reason } = useMay('state/create');
  const entry = useNewEntry({
    storeName,
    prefix,
    onCreated({ id, receipt }) {
      tell({ storeName, title: 'Entry created', description: id, parts: [{ receipt, ids: [id] }] });
      onCreated(id);
    },
    onGathered: onClose,
  });
  const { form, isSaving, problem } = entry;

  return (
    <GuardedPanel
      title="New entry"
      description={`In the store ${storeName}`}
      isUnfinished={entry.isDirty}
      question={question}
      onClose={onClose}
      onSave={() => void entry.save()}
      footer={
        <>
          {entry.isDirty && (
            <Button variant="ghost" className="mr-auto" onClick={entry.startOver}>
              Start over
            </Button>
          )}
          <Button onClick={entry.gather} disabledReason={reason}>
            Add to basket
          </Button>
          <Button
            variant="primary"
            onClick={() => void entry.save()}
            disabled={isSaving}
            aria-busy={isSaving}
            disabledReason={reason}
          >
            {isSaving ? 'Creating…' : 'Create'}
          </Button>
        </>
      }
    >
      <ScopeNote reason={reason} act="create an entry" />
      {problem !== undefined && (
        <ErrorState title={outcomeTitle('The entry was not created', problem)} problem={problem} />
      )}
      {entry.isRestored && (
        <p role="status" className="text-muted text-sm">
          Your unsaved draft is back.
        </p>
      )}
      <EntryForm
        form={form}
        onChange={entry.change}
        onCheck={entry.noteCheck}
        isValueFirst={false}
        errors={entry.errors}
        valueErrors={entry.valueErrors}
        valueBytes={entry.valueBytes}
        base={undefined}
        redacted="refuse"
        hasStoredBlob={false}
        policy={entry.policy}
        isBusy={isSaving}
      >
        <IdField
          id={form.id}
          delimiter={delimiter}
          onChange={(id) => entry.change({ id })}
          error={entry.idError}
          onOpen={entry.isTaken && form.id !== '' ? () => onOpen(form.id) : undefined}
        />
      </EntryForm>
    </GuardedPanel>
  );
}
