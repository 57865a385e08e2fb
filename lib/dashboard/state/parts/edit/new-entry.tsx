'use client';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { keptSave, useBasket } from '@/components/state/edit/basket.ts';
import { EditPanel } from '@/components/state/edit/edit-panel.tsx';
import { readEntryDraft } from '@/components/state/edit/entry-draft.ts';
import { type EntryForm as Form, formOfSave, newForm, readForm } from '@/components/state/edit/entry-form.model.ts';
import { EntryForm } from '@/components/state/edit/entry-form.tsx';
import { IdField } from '@/components/state/edit/id-field.tsx';
import { idProblem } from '@/components/state/entry-id.ts';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { toast } from '@/components/ui/toast.ts';
import { useUnloadGuard } from '@/components/ui/use-unload-guard.ts';
import { useMay } from '../../../access/scopes-context.tsx';
import { finishEntry } from '../../finish-entry.ts';
import { readPolicy } from '../../open-entry.ts';
import { useEntrySave } from '../../use-entry-save.ts';
import { useKeptDraft } from '../../use-kept-draft.ts';
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

/** Writes a new entry. It is only made where there is none of its id. */
export function NewEntry({ storeName, prefix, delimiter, onClose, onCreated, onOpen }: NewEntryProps) {
  const tell = useTellChange();
  const { add, remove } = useBasket(storeName);
  const { reason } = useMay('state/create');
  const [{ initial, draftId }] = useState(() => beginning(storeName, prefix));
  const [begun] = useState(() => readEntryDraft(storeName, draftId)?.form);
  const [form, setForm] = useState(begun ?? initial);
  const [isRestored, setRestored] = useState(begun !== undefined);
  const [isAsking, setAsking] = useState(false);
  const [taken, setTaken] = useState<string>();
  const { data: policy } = useQuery({
    queryKey: ['state-edit', storeName, 'policy'],
    queryFn: async ({ signal }) => (await readPolicy(storeName, signal)) ?? null,
  });

  const isDirty = JSON.stringify(form) !== JSON.stringify(initial);
  const draft = useMemo(() => (isDirty ? { form } : undefined), [isDirty, form]);
  const kept = useKeptDraft({ storeName, id: draftId }, draft);
  useUnloadGuard(isDirty);
  const shown = useDeferredValue(form);
  const read = useMemo(() => readForm(shown, Date.now()), [shown]);
  const wrongId = idProblem(form.id) ?? (taken === form.id ? 'An entry with this id already exists.' : undefined);
  const saving = useEntrySave({
    storeName,
    finish: () =>
      wrongId === undefined
        ? finishEntry(form, { base: undefined, policy: policy ?? undefined, now: Date.now() })
        : undefined,
    onSaved({ receipt }) {
      kept.forget();
      remove(draftId ?? form.id);
      tell({ storeName, title: 'Entry created', description: form.id, parts: [{ receipt, ids: [form.id] }] });
      onCreated(form.id);
    },
    async onConflict(conflict) {
      if (conflict.code === 'StateAlreadyExists') setTaken(form.id);
      else setProblem(conflict);
    },
  });
  const { isTried, isSaving: isBusy, problem, setProblem, refused, save } = saving;
  const gather = () => {
    const finished = saving.finish();
    if (finished === undefined) return;
    if (draftId !== undefined) remove(draftId);
    add({ kind: 'save', id: form.id, version: undefined, ...finished });
    kept.forget();
    toast.success('Added to the basket', {
      description: `${form.id}. Nothing is saved until the basket is committed.`,
    });
    onClose();
  };
  const change = (update: Partial<Form>) => {
    if (isBusy) return; // what is on its way is what the form holds
    setProblem(undefined);
    setForm((now) => ({ ...now, ...update }));
  };

  return (
    <EditPanel
      title="New entry"
      description={`In the store ${storeName}`}
      onClose={() => (isDirty ? setAsking(true) : onClose())}
      onSave={() => void save()}
      footer={
        <>
          {isDirty && (
            <Button
              variant="ghost"
              className="mr-auto"
              onClick={() => {
                setForm(initial);
                setRestored(false);
                saving.startOver();
              }}
            >
              Start over
            </Button>
          )}
          <Button onClick={gather} disabledReason={reason}>
            Add to basket
          </Button>
          <Button
            variant="primary"
            onClick={() => void save()}
            disabled={isBusy}
            aria-busy={isBusy}
            disabledReason={reason}
          >
            {isBusy ? 'Creating…' : 'Create'}
          </Button>
        </>
      }
    >
      {problem !== undefined && <ErrorState title="The entry was not created" problem={problem} />}
      {isRestored && (
        <p role="status" className="text-muted text-sm">
          Your unsaved draft is back.
        </p>
      )}
      <EntryForm
        form={form}
        onChange={change}
        errors={{ ...(isTried && read.errors), ...refused.errors }}
        valueErrors={refused.valueErrors}
        valueBytes={read.valueBytes}
        base={undefined}
        redacted="refuse"
        hasStoredBlob={false}
        policy={policy ?? undefined}
        isBusy={isBusy}
      >
        <IdField
          id={form.id}
          delimiter={delimiter}
          onChange={(id) => change({ id })}
          error={isTried || taken === form.id ? wrongId : undefined}
          onOpen={taken === form.id && taken !== '' ? () => onOpen(form.id) : undefined}
        />
      </EntryForm>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title="Leave this entry?"
        description="The entry has not been created. The draft is kept in this tab until you create it or start over."
        confirmLabel="Leave"
        cancelLabel="Keep editing"
        onConfirm={async () => onClose()}
      />
    </EditPanel>
  );
}

/** A new entry begins empty below the prefix, or as it stands in the basket; that one's draft is its own. */
function beginning(storeName: string, prefix: string): { initial: Form; draftId: string | undefined } {
  const kept = keptSave(storeName, prefix);
  if (kept === undefined || kept.version !== undefined) return { initial: newForm(prefix), draftId: undefined };
  return { initial: formOfSave(kept.save, undefined), draftId: prefix };
}
