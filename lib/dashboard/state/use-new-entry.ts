'use client';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { keptSave } from '@/components/state/edit/basket.ts';
import { readEntryDraft } from '@/components/state/edit/entry-draft.ts';
import { type EntryForm, formOfSave, isSameForm, newForm } from '@/components/state/edit/entry-form.model.ts';
import { idProblem } from '@/components/state/entry-id.ts';
import { presentTime } from '@/components/ui/present.ts';
import { finishEntry } from './finish-entry.ts';
import { readPolicy } from './open-entry.ts';
import { useEntryForm } from './use-entry-form.ts';
import { useGather } from './use-gather.ts';
import { useKeptDraft } from './use-kept-draft.ts';

type Settings = {
  storeName: string;
  /** What the id begins with, or the id of a new entry in the basket. */
  prefix: string;
  /** Called after the service has made it. */
  onCreated: (created: { id: string; receipt?: string }) => void;
  onGathered: () => void;
};

/** The form of a new entry, which is only made where there is none of its id. */
export function useNewEntry({ storeName, prefix, onCreated, onGathered }: Settings) {
  const { gather, remove } = useGather(storeName);
  const [{ initial, draftId }] = useState(() => beginning(storeName, prefix));
  const [begun] = useState(() => readEntryDraft(storeName, draftId)?.form);
  const [isRestored, setRestored] = useState(begun !== undefined);
  const [taken, setTaken] = useState<string>();
  const { data: policy } = useQuery({
    queryKey: ['state-edit', storeName, 'policy'],
    queryFn: async ({ signal }) => (await readPolicy(storeName, signal)) ?? null,
  });
  const idProblemOf = (id: string) =>
    idProblem(id) ?? (taken === id ? 'An entry with this id already exists.' : undefined);

  const entry = useEntryForm({
    storeName,
    initial: () => begun ?? initial,
    finish: (form) =>
      idProblemOf(form.id) === undefined
        ? finishEntry(form, { base: undefined, policy: policy ?? undefined, now: presentTime() })
        : undefined,
    onSaved({ receipt }, { id }) {
      kept.forget();
      remove(draftId ?? id);
      onCreated({ id, ...(receipt === undefined ? {} : { receipt }) });
    },
    async onConflict(conflict, { id }) {
      if (conflict.code === 'StateAlreadyExists') setTaken(id);
      else entry.setProblem(conflict);
    },
  });
  const { form } = entry;
  const isDirty = !isSameForm(form, initial);
  const draft = useMemo(() => (isDirty ? { form } : undefined), [isDirty, form]);
  const kept = useKeptDraft({ storeName, id: draftId }, draft);
  const isTaken = taken === form.id;

  return {
    ...entry,
    policy: policy ?? undefined,
    isDirty,
    isRestored,
    /** Whether there is an entry of this id already. */
    isTaken,
    idError: entry.isTried || isTaken ? idProblemOf(form.id) : undefined,
    gather() {
      const finished = entry.finish();
      if (finished === undefined) return;
      gather({ id: form.id, version: undefined, before: draftId }, finished);
      kept.forget();
      onGathered();
    },
    startOver() {
      entry.startOver(initial);
      setRestored(false);
    },
  };
}

/** A new entry begins empty below the prefix, or as it stands in the basket; that one's draft is its own. */
function beginning(storeName: string, prefix: string): { initial: EntryForm; draftId: string | undefined } {
  const kept = keptSave(storeName, prefix);
  if (kept === undefined || kept.version !== undefined) return { initial: newForm(prefix), draftId: undefined };
  return { initial: formOfSave(kept.save, undefined), draftId: prefix };
}
