'use client';
import { useRef } from 'react';
import type { Scope } from '#contract';
import { missingScope } from '@/components/access/missing-scope.ts';
import { type Remedy, remedyOf } from '@/components/reason/remedy.ts';
import { taskName } from '@/components/task/task-row.ts';
import { toast } from '@/components/ui/toast.ts';
import { useScopes } from '../access/scopes-context.tsx';
import { tellOwnChange } from '../live/tell-own-change.ts';
import { tellFailure } from '../problem/tell-failure.ts';
import { resumeTask, wakeTask } from '../run/actions.ts';
import type { AskedRemedy, Stuck } from './parts/remedy-dialog.tsx';

const scopeOf: Readonly<Record<Remedy['action'], Scope>> = {
  wake: 'tasks/update',
  resume: 'tasks/update',
  move: 'tasks/update',
  raise: 'events/create',
  release: 'locks/delete',
};

/** The remedies of this operator: what helps a task that does not move, why it cannot be used, and how it is done. */
export function useRemedies(openDialog: (action: AskedRemedy['action'], task: Stuck) => void) {
  const scopes = useScopes();
  const busy = useRef(new Set<string>());
  return {
    of(task: Stuck): (Remedy & { refusal: string | undefined }) | undefined {
      const remedy = remedyOf(task.waitingFor);
      return remedy && { ...remedy, refusal: missingScope(scopes, scopeOf[remedy.action]) };
    },
    /** Applies a remedy. A second click while the first one is on its way does nothing. */
    async apply(task: Stuck, action: Remedy['action']): Promise<void> {
      if (action !== 'wake' && action !== 'resume') return openDialog(action, task);
      if (busy.current.has(task.id)) return;
      busy.current.add(task.id);
      const { id, runCount, waitingFor } = task;
      const request = action === 'resume' ? resumeTask({ id, runCount }) : wakeTask({ id, until: waitingFor?.until });
      const { done, failed } = words[action];
      if ((await tellFailure(failed, request)) !== undefined) {
        tellOwnChange(id);
        toast.success(done, { description: taskName(task) });
      }
      busy.current.delete(task.id);
    },
  };
}

const words = {
  wake: { done: 'Continues now', failed: 'The wait was not ended' },
  resume: { done: 'Resumed', failed: 'The task was not resumed' },
};
