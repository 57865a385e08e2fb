'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { stringifyJson } from '#contract';
import { useLeaveGuard } from '@/components/shell/use-leave-guard.ts';
import type { NewTaskForm } from '@/components/task/new/new-task-form.ts';
import { toast } from '@/components/ui/toast.ts';
import { useSendOnce } from '@/components/ui/use-send-once.ts';
import { type DashboardProblem, problemOf } from '../../problem/problem.ts';
import { createTask } from './actions.ts';
import { useNewTaskForm } from './use-new-task-form.ts';

/** The form of a new task with its draft, its request, and the question before it is left unsent. */
export function useCreateTask(
  initial: NewTaskForm,
  { draftName, kind }: { draftName: string; kind: 'task' | 'schedule' },
) {
  const router = useRouter();
  const draft = useNewTaskForm(initial, draftName);
  const [problem, setProblem] = useState<DashboardProblem>();
  const [isSending, setSending] = useState(false);
  const [isDone, setDone] = useState(false);
  const sendOnce = useSendOnce();
  const guard = useLeaveGuard(draft.isDirty && !isDone);

  return {
    ...draft,
    problem,
    isSending,
    isLeaving: guard.go !== undefined,
    stay: guard.stay,
    leave() {
      setDone(true);
      guard.go?.();
    },
    /** Creates the task and opens it, unless something in the form is wrong. */
    async submit({ isInputValid }: { isInputValid: boolean }) {
      draft.tryIt();
      setProblem(undefined);
      if (!draft.isReady || !isInputValid) return;
      const config = stringifyJson(draft.config);
      setSending(true);
      try {
        const result = await sendOnce({ config }, createTask);
        if (!result.ok) {
          setProblem(result.problem);
          draft.refuse(result.problem.errors ?? []);
          return;
        }
        setDone(true);
        draft.forget();
        toast.success(kind === 'task' ? 'Task created' : 'Schedule created');
        router.push(`/${kind}s/${encodeURIComponent(result.value)}`);
      } catch (error) {
        setProblem(problemOf(error));
      } finally {
        setSending(false);
      }
    },
  };
}
