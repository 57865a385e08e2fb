import { alertTaskType, allowsAction, type BulkAction, bulkTaskType, type ErrorCode, isEnded } from '#contract';
import { whyNotFollowed } from '../tasks/cancel-task.ts';
import type { LockedTask } from '../tasks/lock-task.ts';

/** Why a task is not acted on. The message does not name the task, so that equal ones are one cause. */
export type Refusal = { code: ErrorCode; message: string };

export const gone: Refusal = { code: 'TaskNotFound', message: 'there is no such task' };

/** Why an action is not possible for a task in its status. */
export function refusalOf(task: Pick<LockedTask, 'status' | 'type'>, action: BulkAction): Refusal | undefined {
  if (task.type === bulkTaskType) return { code: 'InvalidTransition', message: 'it works off a bulk operation' };
  switch (action.kind) {
    case 'raiseEvent':
      return undefined;
    case 'update':
      if (task.type !== alertTaskType) return undefined;
      return { code: 'InvalidTransition', message: 'it delivers a notice of an alert' };
    case 'delete':
      if (action.force === true || isEnded(task.status)) return undefined;
      return { code: 'TaskIsActive', message: `it is ${task.status}` };
    default:
      if (allowsAction(task.status, action.kind)) return undefined;
      return { code: 'InvalidTransition', message: `it is ${task.status}` };
  }
}

/** Why this process cannot cancel the run of a task that can be cancelled by its status. */
export function refusalToCancel(task: Parameters<typeof whyNotFollowed>[0]): Refusal | undefined {
  const message = whyNotFollowed(task);
  return message === undefined ? undefined : { code: 'InvalidTransition', message };
}

/** A wait for an event, a child or a lock has no time that could end now. */
export const noTime: Refusal = { code: 'InvalidTransition', message: 'it waits, but not for a time' };

export function noStep(fromStep: string | undefined): Refusal {
  const message = fromStep === undefined ? 'it has no step that did not succeed' : `it has no step "${fromStep}"`;
  return { code: 'StepNotFound', message };
}
