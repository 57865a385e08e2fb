'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type EntryMerge, mergeEntry } from '@/components/state/edit/entry-document.model.ts';
import {
  type EntryCopy,
  type EntryForm,
  formOf,
  isChanged,
  isSameForm,
  readForm,
} from '@/components/state/edit/entry-form.model.ts';
import { type Choice, type Choices, noChoices, openConflicts } from '@/components/state/edit/merge.model.ts';
import type { Moved } from '@/components/state/edit/moved-notice.tsx';
import { presentTime } from '@/components/ui/present.ts';
import { problemBeforeSending } from '../problem/problem.ts';
import { readAgain } from '../query/read-again.ts';
import { finishEntry } from './finish-entry.ts';
import { type OpenedEntry, readCurrent, readMoved } from './open-entry.ts';
import { saveOnNewest } from './save-on-newest.ts';
import { useEntryForm } from './use-entry-form.ts';
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
  const [conflict, setConflict] = useState<{ theirs: EntryCopy }>();
  const [choices, setChoices] = useState(noChoices);
  const [isMerging, setMerging] = useState(false);

  const movedKey = ['state-edit', storeName, id, 'moved', base.version];
  const { data: moved } = useQuery<Moved | null>({
    queryKey: movedKey,
    queryFn: ({ signal }) => readMoved(storeName, id, base.version, signal),
    refetchInterval: lookEveryMs,
    staleTime: 0,
    gcTime: 0,
  });
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
      await readAgain(queryClient, movedKey);
      // a merge was looked over: what others change meanwhile is not looked over again
      if (note?.kind === 'merged') await putOnNewest(choices);
      else await beginMerge();
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
  const given = conflict && { base, theirs: conflict.theirs, form, read: readForm(form, presentTime()) };
  const merge = given && mergeEntry(given, choices);

  const busy = isMerging ? 'merging' : isSaving ? 'saving' : undefined;

  const beginMerge = async () => {
    setMerging(true);
    try {
      const theirs = await readCurrent({ storeName, id }, policy);
      if (theirs === undefined) {
        await readAgain(queryClient, movedKey);
        return;
      }
      const found = mergeEntry({ base, theirs, form, read: readForm(form, presentTime()) }, choices);
      if (openConflicts(found, choices).length === 0) take(found, theirs);
      else setConflict({ theirs });
    } catch (error) {
      setProblem(problemBeforeSending(error));
    } finally {
      setMerging(false);
    }
  };

  const take = (result: EntryMerge, theirs: EntryCopy) => {
    setBase(theirs);
    entry.setForm(result.form);
    setConflict(undefined);
    setProblem(undefined);
    setNote({ kind: 'merged', version: theirs.version, by: theirs.lastModifiedBy.name, merge: result });
  };

  /** Saves only what the form changes, onto whatever is there. */
  const putOnNewest = async (chosen: Choices) => {
    const mine = { base, form, read: readForm(form, presentTime()) };
    const outcome = await saveOnNewest({
      read: () => readCurrent({ storeName, id }, policy),
      merge(theirs) {
        const found = mergeEntry({ ...mine, theirs }, chosen);
        if (openConflicts(found, chosen).length > 0) return undefined;
        return finishEntry(found.form, { base: theirs, policy, now: presentTime() })?.save;
      },
      send: entry.send,
    }).catch((error: unknown) => ({ kind: 'refused' as const, problem: problemBeforeSending(error) }));
    if (outcome.kind === 'saved') {
      kept.forget();
      onSaved({ ...outcome, wasCreated: false });
    } else if (outcome.kind === 'undecided') {
      const found = mergeEntry({ ...mine, theirs: outcome.theirs }, chosen);
      if (openConflicts(found, chosen).length > 0) setConflict({ theirs: outcome.theirs });
      else take(found, outcome.theirs); // the merge itself is wrong: the form shows what is
    } else if (outcome.kind === 'deleted') await readAgain(queryClient, movedKey);
    else setProblem(outcome.problem);
  };

  const saveMine = async (chosen: Choices) => {
    if (busy !== undefined || isText) return;
    setChoices(chosen);
    setProblem(undefined);
    await entry.whileSaving(() => putOnNewest(chosen));
  };

  const save = async () => {
    if (busy === undefined && conflict === undefined) await entry.save();
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
    conflict: conflict && merge && { ...conflict, merge, choices },
    change(change: Partial<EntryForm>) {
      if (!isMerging) entry.change(change); // what is being merged is what the form holds
    },
    save,
    finish: entry.finish,
    forget: kept.forget,
    beginMerge,
    choose: (pointer: string, choice: Choice) =>
      setChoices((now) => ({ ...now, places: new Map([...now.places, [pointer, choice]]) })),
    /** For all conflicts, also of later merges. */
    chooseAll: (rest: Choice) => setChoices({ places: new Map(), rest }),
    /** Saves only what is changed here, over what others changed at the same places. */
    saveMine: () => saveMine({ places: new Map(), rest: 'mine' }),
    /** Saves the merge as it is chosen, onto the newest version. */
    saveMerge: () => saveMine(choices),
    /** Puts the merge into the form, to be looked over and saved. */
    takeMerge: () => conflict && merge && take(merge, conflict.theirs),
    leaveConflict: () => setConflict(undefined),
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
