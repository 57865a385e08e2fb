import { allowsAction, isEnded, type Scope, type TaskAction, type TaskStatus, type WaitingFor } from '#contract';
import { type Remedy, remedyOf, waitsForTime } from '../reason/remedy.ts';

/** What an operator can do from the page of a task. */
export type RunActionName = TaskAction | 'raise' | 'release' | 'move' | 'edit' | 'delete' | 'create' | 'alert';

/** Whether it can be done now: `reason` is what its disabled control says. */
export type ActionState = { reason: string | undefined };

/** Why a scope is missing, or `undefined` where the operator has it. */
export type MissingScope = (scope: Scope) => string | undefined;

const scopeOf: Record<RunActionName, Scope> = {
  cancel: 'tasks/update',
  pause: 'tasks/update',
  resume: 'tasks/update',
  wake: 'tasks/update',
  rerun: 'tasks/update',
  fork: 'tasks/update',
  raise: 'events/create',
  release: 'locks/delete',
  move: 'tasks/update',
  edit: 'tasks/update',
  delete: 'tasks/delete',
  create: 'tasks/create',
  alert: 'alerts/manage',
};

/**
 * What can be done, and why not what cannot. Actions on a task act on its current run: `status` is that run's. A fork
 * begins from the run that is seen, so that one must have steps.
 */
export function runActions(
  status: TaskStatus,
  seen: { stepCount: number; waitingFor?: WaitingFor | undefined },
  missing: MissingScope,
): Record<RunActionName, ActionState> {
  const state = (name: RunActionName, refusal?: string): ActionState => ({ reason: missing(scopeOf[name]) ?? refusal });
  return {
    cancel: state('cancel', refusal(status, 'cancel', 'It has already ended.')),
    pause: state(
      'pause',
      refusal(status, 'pause', isEnded(status) ? 'It has already ended.' : 'It is already paused.'),
    ),
    resume: state('resume', refusal(status, 'resume', 'It is not paused.')),
    wake: state('wake', waitsForTime(seen.waitingFor) ? undefined : 'It does not wait for a time.'),
    rerun: state('rerun', refusal(status, 'rerun', 'It has not ended yet. Cancel it first to rerun it.')),
    fork: state(
      'fork',
      refusal(status, 'fork', 'It has not ended yet. Cancel it first to fork it.') ??
        (seen.stepCount === 0 ? 'This run has no steps to fork from.' : undefined),
    ),
    raise: state('raise'),
    release: state(
      'release',
      seen.waitingFor?.lock?.owner === undefined ? 'It does not wait for a held lock.' : undefined,
    ),
    move: state('move', isEnded(status) ? 'It has already ended.' : undefined),
    edit: state('edit'),
    delete: state('delete'),
    create: state('create'),
    alert: state('alert'),
  };
}

/** The action that helps most now: it is the page's one primary button. */
export function firstAction(
  status: TaskStatus,
  waitingFor: WaitingFor | undefined,
): Remedy['action'] | 'rerun' | 'cancel' {
  if (isEnded(status)) return 'rerun';
  return remedyOf(waitingFor)?.action ?? 'cancel';
}

function refusal(status: TaskStatus, action: TaskAction, sentence: string): string | undefined {
  return allowsAction(status, action) ? undefined : sentence;
}
