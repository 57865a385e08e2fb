/** Statuses of a run that has not ended, in their usual order. */
export const activeStatuses = ['scheduled', 'queued', 'running', 'waiting', 'retrying', 'paused'] as const;

/** Statuses of a run that has ended. They never change. */
export const endedStatuses = ['succeeded', 'failed', 'cancelled', 'timedOut'] as const;

export const taskStatuses = [...activeStatuses, ...endedStatuses] as const;

export type ActiveStatus = (typeof activeStatuses)[number];
export type EndedStatus = (typeof endedStatuses)[number];
export type TaskStatus = (typeof taskStatuses)[number];

export function isEnded(status: TaskStatus): status is EndedStatus {
  return endedStatuses.some((ended) => ended === status);
}

/** The actions of an operator on a task's current run. */
export type TaskAction = 'cancel' | 'pause' | 'resume' | 'wake' | 'rerun' | 'fork';

const allowedFrom: Record<TaskAction, readonly TaskStatus[]> = {
  cancel: activeStatuses,
  pause: ['scheduled', 'queued', 'running', 'waiting', 'retrying'],
  resume: ['paused'],
  wake: ['scheduled', 'waiting', 'retrying'],
  rerun: endedStatuses,
  fork: endedStatuses,
};

/** Whether a run with this status allows an action. Otherwise the service answers 409 `InvalidTransition`. */
export function allowsAction(status: TaskStatus, action: TaskAction): boolean {
  return allowedFrom[action].includes(status);
}

/** The status that an action leads to. `InvalidTransition` names it beside the current one. */
export const actionTarget: Record<TaskAction, TaskStatus> = {
  cancel: 'cancelled',
  pause: 'paused',
  resume: 'queued',
  wake: 'queued',
  rerun: 'queued',
  fork: 'queued',
};
