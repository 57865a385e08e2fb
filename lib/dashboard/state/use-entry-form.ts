'use client';
import { useMemo, useState } from 'react';
import type { JsonCheck } from '@/components/json/check-json.ts';
import type { EntryForm, EntrySave } from '@/components/state/edit/entry-form.model.ts';
import { judgeForm } from '@/components/state/edit/judge-form.ts';
import { refusedFields } from '@/components/state/edit/refused-fields.ts';
import { isOutcomeUnknown, problemOfTry } from '@/components/ui/outcome-title.ts';
import { unreachable } from '@/components/ui/unreachable.ts';
import { useSendOnce } from '@/components/ui/use-send-once.ts';
import { useServiceReturn } from '../live/use-service-return.ts';
import type { DashboardProblem } from '../problem/problem.ts';
import { saveEntry } from './edit-actions.ts';
import type { FinishedEntry } from './finish-entry.ts';
import { isStillToSave, nothingArrived } from './lost-save.ts';
import { type SavedEntry, sendSave } from './send-save.ts';

type Settings = {
  storeName: string;
  initial: () => EntryForm;
  /** Returns the form as a save, or `undefined` as long as something in it is wrong. */
  finish: (form: EntryForm) => FinishedEntry | undefined;
  onSaved: (saved: SavedEntry, form: EntryForm) => void;
  /** Called when what is there is not what the save was based on. */
  onConflict: (problem: DashboardProblem, form: EntryForm) => Promise<void>;
};

/** The form of an entry, what is wrong with it, and its save: one at a time, during which the form does not change. */
export function useEntryForm({ storeName, initial, finish: finishForm, onSaved, onConflict }: Settings) {
  const [form, setForm] = useState(initial);
  const [isTried, setTried] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<DashboardProblem>();
  /** The save to which no answer came, as long as the form holds what it saves. */
  const [lost, setLost] = useState<EntrySave>();
  const sendOnce = useSendOnce({ isSentAgain: false }); // the form finds out by reading what became of a lost save

  const [check, setCheck] = useState<JsonCheck>();
  const read = useMemo(() => judgeForm(form, check), [form, check]);
  const refused = useMemo(() => refusedFields(problem), [problem]);

  /** The form as a save; from now on what is wrong in it is shown. */
  const finish = () => {
    setTried(true);
    setProblem(undefined);
    return finishForm(form);
  };
  const send = async (save: EntrySave) => {
    setLost(undefined);
    const outcome = await sendSave(() => sendOnce({ storeName, save }, saveEntry));
    if (outcome.kind !== 'refused') return outcome;
    const problem = problemOfTry(lost && unreachable, outcome.problem);
    if (isOutcomeUnknown(problem)) setLost(save);
    return { ...outcome, problem };
  };
  /** Runs a save. The form does not change meanwhile. */
  const whileSaving = async (act: () => Promise<void>) => {
    setSaving(true);
    await act();
    setSaving(false);
  };
  const sendAndTell = (save: EntrySave) =>
    whileSaving(async () => {
      const outcome = await send(save);
      setProblem(outcome.kind === 'refused' ? outcome.problem : undefined);
      if (outcome.kind === 'saved') onSaved(outcome, form);
      else if (outcome.kind === 'conflict') await onConflict(outcome.problem, form);
    });
  const save = async () => {
    const finished = finish();
    if (finished !== undefined && !isSaving) await sendAndTell(finished.save);
  };
  useServiceReturn(lost !== undefined && !isSaving, async (signal) => {
    if (lost === undefined) return;
    const isToSave = await isStillToSave(storeName, lost);
    if (isToSave === undefined || signal.aborted) return;
    if (!isToSave) return sendAndTell(lost);
    setLost(undefined);
    setProblem(nothingArrived);
  });

  return {
    form,
    setForm,
    valueBytes: read.valueBytes,
    /** Whether the value is no JSON. */
    isText: read.valueBytes === undefined,
    /** Takes what the editor found out about its text. */
    noteCheck: setCheck,
    isTried,
    isSaving,
    problem,
    setProblem,
    errors: { ...(isTried && read.errors), ...refused.errors },
    valueErrors: refused.valueErrors,
    change(change: Partial<EntryForm>) {
      if (isSaving) return; // what is on its way is what the form holds
      setProblem(undefined);
      setLost(undefined);
      setForm((now) => ({ ...now, ...change }));
    },
    finish,
    save,
    send,
    whileSaving,
    startOver(from: EntryForm) {
      setForm(from);
      setTried(false);
      setProblem(undefined);
      setLost(undefined);
    },
  };
}
