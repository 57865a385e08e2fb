'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { checkJson } from '@/components/json/check-json.ts';
import { type EntryMerge, mergeEntry } from '@/components/state-edit/entry-document.model.ts';
import {
  type EntryCopy,
  type EntryForm,
  type EntrySave,
  formOf,
  isChanged,
  readForm,
  saveOf,
} from '@/components/state-edit/entry-form.model.ts';
import type { Choice } from '@/components/state-edit/merge.model.ts';
import type { Moved } from '@/components/state-edit/moved-notice.tsx';
import { refusedFields } from '@/components/state-edit/refused-fields.ts';
import { useIdempotencyKey } from '@/components/ui/use-idempotency-key.ts';
import { type DashboardProblem, problemOf } from '../problem.ts';
import { saveEntry } from './edit-actions.ts';
import { type OpenedEntry, readCurrent, readMoved } from './open-entry.ts';
import { useKeptDraft } from './use-kept-draft.ts';

const lookEveryMs = 4_000;
/** Longer texts are judged when the typing pauses. */
const judgedAtOnce = 64 * 1024;

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
  const [form, setForm] = useState(() => begun?.form ?? formOf(opened.base));
  const [note, setNote] = useState<EditNote | undefined>(() => noteOf(opened));
  const [conflict, setConflict] = useState<{ theirs: EntryCopy; choices: ReadonlyMap<string, Choice> }>();
  const [isTried, setTried] = useState(false);
  const [busy, setBusy] = useState<'saving' | 'merging'>();
  const [problem, setProblem] = useState<DashboardProblem>();
  const keyOf = useIdempotencyKey();

  const movedKey = ['state-edit', storeName, id, 'moved', base.version];
  const { data: moved } = useQuery<Moved | null>({
    queryKey: movedKey,
    queryFn: ({ signal }) => readMoved(storeName, id, base.version, signal),
    refetchInterval: lookEveryMs,
    staleTime: 0,
    gcTime: 0,
  });
  const isDeleted = moved?.kind === 'deleted';

  const deferred = useDeferredValue(form);
  const shown = form.text.length > judgedAtOnce ? deferred : form;
  const read = useMemo(() => readForm(shown, Date.now()), [shown]);
  const isDirty = useMemo(() => isChanged(shown, base), [shown, base]);
  // what is in the basket is kept there, until more is made of it
  const isUnfinished = useMemo(
    () => isDirty && !(begun?.from === 'basket' && JSON.stringify(shown) === JSON.stringify(begun.form)),
    [isDirty, shown, begun],
  );
  const draft = useMemo(
    () => (isUnfinished ? { form: shown, etag: base.etag, version: base.version } : undefined),
    [isUnfinished, shown, base],
  );
  const kept = useKeptDraft({ storeName, id }, draft);
  const given = conflict && { base, theirs: conflict.theirs, form, read: readForm(form, Date.now()) };
  const merge = given && mergeEntry(given, conflict.choices);

  /** The form as a save, once nothing is wrong with it. A deleted entry is made again. */
  const finish = (): { save: EntrySave; bytes: number } | undefined => {
    setTried(true);
    setProblem(undefined);
    const target = isDeleted ? revived(form, base) : { form, base };
    const found = readForm(target.form, Date.now());
    const { problems } = checkJson(form.text, { schema: policy?.schema, redacted: isDeleted ? 'refuse' : 'keep' });
    if (Object.keys(found.errors).length > 0 || problems.length > 0) return undefined;
    return { save: saveOf(target.form, found, target.base), bytes: found.valueBytes ?? 0 };
  };

  const beginMerge = async () => {
    setBusy('merging');
    try {
      const theirs = await readCurrent({ storeName, id }, policy);
      if (theirs === undefined) {
        await queryClient.refetchQueries({ queryKey: movedKey });
        return;
      }
      const found = mergeEntry({ base, theirs, form, read: readForm(form, Date.now()) });
      if (found.conflicts.length === 0) take(found, theirs);
      else setConflict({ theirs, choices: new Map() });
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(undefined);
    }
  };

  const take = (result: EntryMerge, theirs: EntryCopy) => {
    setBase(theirs);
    setForm(result.form);
    setConflict(undefined);
    setProblem(undefined);
    setNote({ kind: 'merged', version: theirs.version, by: theirs.lastModifiedBy.name, merge: result });
  };

  const save = async () => {
    const finished = finish();
    if (finished === undefined || busy !== undefined || conflict !== undefined) return;
    setBusy('saving');
    try {
      const idempotencyKey = keyOf(JSON.stringify(finished.save));
      const result = await saveEntry({ storeName, save: finished.save, idempotencyKey });
      if (result.ok) {
        kept.forget();
        onSaved({ ...result.value, wasCreated: isDeleted });
      } else if (result.problem.code === 'PreconditionFailed' || result.problem.code === 'StateAlreadyExists') {
        await queryClient.refetchQueries({ queryKey: movedKey });
        await beginMerge();
      } else setProblem(result.problem);
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(undefined);
    }
  };

  const refused = useMemo(() => refusedFields(problem), [problem]);

  return {
    form,
    base,
    note,
    moved: moved ?? undefined,
    problem,
    valueErrors: refused.valueErrors,
    errors: { ...(isTried && read.errors), ...refused.errors },
    valueBytes: read.valueBytes,
    isDirty,
    /** Whether leaving would leave something unsaved behind. */
    isUnfinished,
    isKept: kept.isKept,
    busy,
    isText: read.value === undefined,
    conflict: conflict && merge && { ...conflict, merge },
    change(change: Partial<EntryForm>) {
      if (busy !== undefined) return; // what is on its way, or being merged, is what the form holds
      setProblem(undefined);
      setForm((now) => ({ ...now, ...change }));
    },
    save,
    finish,
    forget: kept.forget,
    beginMerge,
    choose: (pointers: readonly string[], choice: Choice) =>
      setConflict(
        (now) =>
          now && { ...now, choices: new Map([...now.choices, ...pointers.map((one) => [one, choice] as const)]) },
      ),
    /** Puts the merge into the form, to be looked over and saved. */
    takeMerge: () => conflict && merge && take(merge, conflict.theirs),
    leaveConflict: () => setConflict(undefined),
    startOver() {
      setForm(formOf(base));
      setNote(undefined);
      setTried(false);
      setProblem(undefined);
    },
  };
}

function noteOf({ base, begun, isBaseLost }: Settings['opened']): EditNote | undefined {
  if (begun === undefined) return undefined;
  return begun.from === 'draft'
    ? { kind: 'draft', version: base.version, isBaseLost }
    : { kind: 'basket', version: base.version };
}

/** A deleted entry made again: nothing of it is there to be kept, so that its expiry is said anew. */
function revived(form: EntryForm, base: EntryCopy): { form: EntryForm; base: undefined } {
  const isKept = form.expiry === 'keep' && base.expiresOn !== undefined && Date.parse(base.expiresOn) > Date.now();
  return {
    form: isKept ? { ...form, expiry: 'at', expiryText: base.expiresOn ?? '' } : form,
    base: undefined,
  };
}
