'use client';
import { useMemo, useState } from 'react';
import { refusedFields } from '@/components/state/edit/refused-fields.ts';
import { useIdempotencyKey } from '@/components/ui/use-idempotency-key.ts';
import type { DashboardProblem } from '../problem/problem.ts';
import { saveEntry } from './edit-actions.ts';
import type { FinishedEntry } from './finish-entry.ts';
import { type SavedEntry, sendSave } from './send-save.ts';

type Settings = {
  storeName: string;
  /** The form as a save; `undefined` as long as something in it is wrong. */
  finish: () => FinishedEntry | undefined;
  onSaved: (saved: SavedEntry) => void;
  /** Called when what is there is not what the save was based on. */
  onConflict: (problem: DashboardProblem) => Promise<void>;
};

/** Saves what a form holds, one save at a time, and holds what was found wrong with it. */
export function useEntrySave({ storeName, finish: finishForm, onSaved, onConflict }: Settings) {
  const [isTried, setTried] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<DashboardProblem>();
  const keyOf = useIdempotencyKey();

  /** The form as a save; from now on what is wrong in it is shown. */
  const finish = () => {
    setTried(true);
    setProblem(undefined);
    return finishForm();
  };
  const save = async () => {
    const finished = finish();
    if (finished === undefined || isSaving) return;
    setSaving(true);
    const idempotencyKey = keyOf(JSON.stringify(finished.save));
    const outcome = await sendSave({ storeName, save: finished.save, idempotencyKey }, saveEntry);
    if (outcome.kind === 'saved') onSaved(outcome);
    else if (outcome.kind === 'conflict') await onConflict(outcome.problem);
    else setProblem(outcome.problem);
    setSaving(false);
  };
  return {
    isTried,
    isSaving,
    problem,
    setProblem,
    refused: useMemo(() => refusedFields(problem), [problem]),
    finish,
    save,
    startOver() {
      setTried(false);
      setProblem(undefined);
    },
  };
}
