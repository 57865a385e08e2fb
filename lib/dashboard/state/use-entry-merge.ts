'use client';
import { useState } from 'react';
import { type EntryMerge, mergeEntry } from '@/components/state/edit/entry-document.model.ts';
import { type EntryCopy, readForm } from '@/components/state/edit/entry-form.model.ts';
import { type Choice, type Choices, noChoices, openConflicts } from '@/components/state/edit/merge.model.ts';
import { presentTime } from '@/components/ui/present.ts';
import { problemBeforeSending } from '../problem/problem.ts';
import { finishEntry } from './finish-entry.ts';
import { type OpenedEntry, readCurrent } from './open-entry.ts';
import { saveOnNewest } from './save-on-newest.ts';
import type { SavedEntry } from './send-save.ts';
import type { useEntryForm } from './use-entry-form.ts';

type Settings = {
  storeName: string;
  id: string;
  policy: Extract<OpenedEntry, { kind: 'open' }>['policy'];
  /** What the form was made from. */
  base: EntryCopy;
  entry: Pick<ReturnType<typeof useEntryForm>, 'form' | 'send' | 'setProblem'>;
  /** Called with a merge in which nothing is left to choose. */
  onMerged: (merge: EntryMerge, theirs: EntryCopy) => void;
  onSaved: (saved: SavedEntry) => void;
  /** Called when there is nothing to merge with: the entry was deleted. */
  onDeleted: () => Promise<void>;
};

/** Merges what a form changes with what others changed meanwhile. What is chosen holds for every later merge of the edit. */
export function useEntryMerge({ storeName, id, policy, base, entry, onMerged, onSaved, onDeleted }: Settings) {
  const [conflict, setConflict] = useState<{ theirs: EntryCopy }>();
  const [choices, setChoices] = useState(noChoices);
  const [isMerging, setMerging] = useState(false);

  const mergeWith = (theirs: EntryCopy, chosen: Choices) =>
    mergeEntry({ base, theirs, form: entry.form, read: readForm(entry.form, presentTime()) }, chosen);
  const merge = conflict && mergeWith(conflict.theirs, choices);

  const take = (result: EntryMerge, theirs: EntryCopy) => {
    setConflict(undefined);
    onMerged(result, theirs);
  };
  /** Takes a merge, unless something is left to choose in it: then it is shown. */
  const takeOrShow = (theirs: EntryCopy, chosen: Choices) => {
    const found = mergeWith(theirs, chosen);
    if (openConflicts(found, chosen).length > 0) setConflict({ theirs });
    else take(found, theirs);
  };

  return {
    conflict: conflict && merge && { ...conflict, merge, choices },
    isMerging,
    choices,
    async begin() {
      setMerging(true);
      try {
        const theirs = await readCurrent({ storeName, id }, policy);
        if (theirs === undefined) await onDeleted();
        else takeOrShow(theirs, choices);
      } catch (error) {
        entry.setProblem(problemBeforeSending(error));
      } finally {
        setMerging(false);
      }
    },
    /** Saves only what the form changes, onto whatever is there. */
    async putOnNewest(chosen: Choices) {
      const outcome = await saveOnNewest({
        read: () => readCurrent({ storeName, id }, policy),
        merge(theirs) {
          const found = mergeWith(theirs, chosen);
          if (openConflicts(found, chosen).length > 0) return undefined;
          return finishEntry(found.form, { base: theirs, policy, now: presentTime() })?.save;
        },
        send: entry.send,
      }).catch((error: unknown) => ({ kind: 'refused' as const, problem: problemBeforeSending(error) }));
      if (outcome.kind === 'saved') onSaved(outcome);
      else if (outcome.kind === 'undecided')
        takeOrShow(outcome.theirs, chosen); // a merge that is wrong shows in the form
      else if (outcome.kind === 'deleted') await onDeleted();
      else entry.setProblem(outcome.problem);
    },
    choose: (pointer: string, choice: Choice) =>
      setChoices((now) => ({ ...now, places: new Map([...now.places, [pointer, choice]]) })),
    /** For all conflicts, also of later merges. */
    chooseAll: (rest: Choice) => setChoices({ places: new Map(), rest }),
    setChoices,
    /** Puts the merge into the form, to be looked over and saved. */
    take: () => conflict && merge && take(merge, conflict.theirs),
    leave: () => setConflict(undefined),
  };
}
