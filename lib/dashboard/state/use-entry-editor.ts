'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { EntryMerge } from '@/components/state/edit/entry-document.model.ts';
import { type EntryForm, formOf, isChanged, isSameForm } from '@/components/state/edit/entry-form.model.ts';
import type { Choices } from '@/components/state/edit/merge.model.ts';
import type { Moved } from '@/components/state/edit/moved-notice.tsx';
import { presentTime } from '@/components/ui/present.ts';
import { readAgain } from '../query/read-again.ts';
import { finishEntry } from './finish-entry.ts';
import { type OpenedEntry, readMoved } from './open-entry.ts';
import { useEntryForm } from './use-entry-form.ts';
import { useEntryMerge } from './use-entry-merge.ts';
import { useKeptDraft } from './use-kept-draft.ts';

const lookEveryMs = 4_000;

/** What stands above the form: where it came from. */
export type EditNote =
  | { kind: 'draft'; version: number; isBaseLost: boolean }
  | { kind: 'basket'; version: number }
  | { kind: 'merged'; version: number; by: string; merge: Pick<EntryMerge, 'theirs' | 'mine'> };

type Settings = {
  storeName: string;
  id: string;
  opened: Extract<OpenedEntry, { kind: 'open' }>;
  /** Called after the service has saved it. */
  onSaved: (saved: { version: number; receipt?: string; wasCreated: boolean }) => void;
};

/**
 * The edit of one entry. It is saved on the entity tag that was read. While it goes on the entry is looked at again and
 * again; what became of it meanwhile is told and merged, and never takes the place of what is being written.
 */
export function useEntryEditor({ storeName, id, opened, onSaved }: Settings) {
  const { begun, policy } = opened;
  const queryClient = useQueryClient();
  const [base, setBase] = useState(opened.base);
  const [note, setNote] = useState<EditNote | undefined>(() => noteOf(opened));

  const movedKey = ['state-edit', storeName, id, 'moved', base.version];
  const { data: moved } = useQuery<Moved | null>({
    queryKey: movedKey,
    queryFn: ({ signal }) => readMoved(storeName, id, base.version, signal),
    refetchInterval: lookEveryMs,
    staleTime: 0,
    gcTime: 0,
  });
  const lookAgain = () => readAgain(queryClient, movedKey);
  const isDeleted = moved?.kind === 'deleted';

  const original = useMemo(() => formOf(base), [base]);
  const entry = useEntryForm({
    storeName,
    initial: () => begun?.form ?? original,
    finish: (finished) => finishEntry(finished, { base, isDeleted, policy, now: presentTime() }),
    onSaved(saved) {
      kept.forget();
      onSaved({ ...saved, wasCreated: isDeleted });
    },
    async onConflict() {
      await lookAgain();
      // a merge was looked over: what others change meanwhile is not looked over again
      if (note?.kind === 'merged') await merging.putOnNewest(merging.choices);
      else await merging.begin();
    },
  });
  const { form, isText, isSaving, problem, setProblem } = entry;
  const isDirty = useMemo(() => isChanged(form, base, original), [form, base, original]);
  // what is in the basket is kept there, until more is made of it
  const isUnfinished = useMemo(
    () => isDirty && !(begun?.from === 'basket' && isSameForm(form, begun.form)),
    [isDirty, form, begun],
  );
  const draft = useMemo(
    () => (isUnfinished ? { form, etag: base.etag, version: base.version } : undefined),
    [isUnfinished, form, base],
  );
  const kept = useKeptDraft({ storeName, id }, draft);
  const merging = useEntryMerge({
    storeName,
    id,
    policy,
    base,
    entry,
    onMerged(merge, theirs) {
      setBase(theirs);
      entry.setForm(merge.form);
      setProblem(undefined);
      setNote({ kind: 'merged', version: theirs.version, by: theirs.lastModifiedBy.name, merge });
    },
    onSaved(saved) {
      kept.forget();
      onSaved({ ...saved, wasCreated: false });
    },
    onDeleted: lookAgain,
  });
  const busy = merging.isMerging ? 'merging' : isSaving ? 'saving' : undefined;

  const saveMine = async (chosen: Choices) => {
    if (busy !== undefined || isText) return;
    merging.setChoices(chosen);
    setProblem(undefined);
    await entry.whileSaving(() => merging.putOnNewest(chosen));
  };

  return {
    form,
    base,
    note,
    moved: moved ?? undefined,
    problem,
    valueErrors: entry.valueErrors,
    errors: entry.errors,
    valueBytes: entry.valueBytes,
    noteCheck: entry.noteCheck,
    isDirty,
    /** Whether leaving would leave something unsaved behind. */
    isUnfinished,
    isKept: kept.isKept,
    busy,
    isText,
    conflict: merging.conflict,
    change(change: Partial<EntryForm>) {
      if (!merging.isMerging) entry.change(change); // what is being merged is what the form holds
    },
    async save() {
      if (busy === undefined && merging.conflict === undefined) await entry.save();
    },
    finish: entry.finish,
    forget: kept.forget,
    beginMerge: merging.begin,
    choose: merging.choose,
    chooseAll: merging.chooseAll,
    /** Saves only what is changed here, over what others changed at the same places. */
    saveMine: () => saveMine({ places: new Map(), rest: 'mine' }),
    /** Saves the merge as it is chosen, onto the newest version. */
    saveMerge: () => saveMine(merging.choices),
    takeMerge: merging.take,
    leaveConflict: merging.leave,
    startOver() {
      entry.startOver(formOf(base));
      setNote(undefined);
    },
  };
}

function noteOf({ base, begun, isBaseLost }: Settings['opened']): EditNote | undefined {
  if (begun === undefined) return undefined;
  return begun.from === 'draft'
    ? { kind: 'draft', version: base.version, isBaseLost }
    : { kind: 'basket', version: base.version };
}
