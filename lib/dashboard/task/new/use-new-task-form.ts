'use client';
import { useEffect, useMemo, useState } from 'react';
import { clearDraft, readDraft, writeDraft } from '@/components/json/draft.ts';
import {
  type FieldErrors,
  fieldOf,
  type NewTaskForm,
  readDraftForm,
  readForm,
} from '@/components/task/new/new-task-form.ts';

type ServiceError = { pointer: string; message: string };

const isSame = (left: NewTaskForm, right: NewTaskForm) => JSON.stringify(left) === JSON.stringify(right);

/** The form as it is being written, kept across reloads under a name, with what is wrong where. */
export function useNewTaskForm(initial: NewTaskForm, draftName: string) {
  const [form, setForm] = useState(initial);
  const [isRestored, setRestored] = useState(false);
  const [isTried, setTried] = useState(false);
  const [serviceErrors, setServiceErrors] = useState<readonly ServiceError[]>([]);

  const initialText = JSON.stringify(initial);
  useEffect(() => {
    const draft = readDraftForm(readDraft(draftName));
    if (draft === undefined || JSON.stringify(draft) === initialText) return;
    setForm(draft);
    setRestored(true);
  }, [initialText, draftName]);

  const { config, errors } = useMemo(() => readForm(form), [form]);
  const shown: FieldErrors = { ...(isTried && errors) };
  for (const { pointer, message } of serviceErrors) {
    const { field } = fieldOf(pointer);
    if (field !== undefined && field !== 'input') shown[field] ??= message;
  }
  return {
    form,
    config,
    errors: shown,
    isReady: Object.keys(errors).length === 0,
    isDirty: !isSame(form, initial),
    isRestored,
    inputErrors: useMemo(
      () =>
        serviceErrors.flatMap(({ pointer, message }) => {
          const { field, within } = fieldOf(pointer);
          return field === 'input' ? [{ pointer: within, message }] : [];
        }),
      [serviceErrors],
    ),
    change(change: Partial<NewTaskForm>) {
      setServiceErrors([]);
      setForm((now) => {
        const next = { ...now, ...change };
        writeDraft(draftName, JSON.stringify(next));
        return next;
      });
    },
    /** Shows what is missing from now on. */
    tryIt: () => setTried(true),
    refuse: (problems: readonly ServiceError[]) => setServiceErrors(problems),
    startOver() {
      clearDraft(draftName);
      setForm(initial);
      setRestored(false);
      setTried(false);
      setServiceErrors([]);
    },
    forget: () => clearDraft(draftName),
  };
}
