/** Statuses of a run that has not ended, in the order in which a run usually meets them. */
export const activeStatuses = ['scheduled', 'queued', 'running', 'waiting', 'retrying', 'paused'] as const;

/** Statuses of a run that has ended; none of them ever changes again. */
export const endedStatuses = ['succeeded', 'failed', 'cancelled', 'timedOut'] as const;

export const taskStatuses = [...activeStatuses, ...endedStatuses] as const;

export type ActiveStatus = (typeof activeStatuses)[number];
export type EndedStatus = (typeof endedStatuses)[number];
export type TaskStatus = (typeof taskStatuses)[number];

export function isEnded(status: TaskStatus): status is EndedStatus {
  return endedStatuses.some((ended) => ended === status);
}

/** What an operator can ask of a task's current run. */
export type TaskAction = 'cancel' | 'pause' | 'resume' | 'rerun' | 'fork';

const allowedFrom: Record<TaskAction, readonly TaskStatus[]> = {
  cancel: activeStatuses,
  pause: ['scheduled', 'queued', 'running', 'waiting', 'retrying'],
  resume: ['paused'],
  rerun: endedStatuses,
  fork: endedStatuses,
};

/** Whether an action is allowed on a run of this status; where it is not, the service answers 409 `InvalidTransition`. */
export function allowsAction(status: TaskStatus, action: TaskAction): boolean {
  return allowedFrom[action].includes(status);
}

/** The status an action leads to: what `InvalidTransition` names beside the present one. */
export const actionTarget: Record<TaskAction, TaskStatus> = {
  cancel: 'cancelled',
  pause: 'paused',
  resume: 'queued',
  rerun: 'queued',
  fork: 'queued',
};
