import type { AlertFinding } from './alert.ts';
import type { AlertCondition, AlertConditionKind } from './alert-condition.ts';
import { counted } from './counted.ts';

/** The conditions that last for a time. When one is over, a notice of the kind `recovered` says so. */
export const lastingConditions: readonly AlertConditionKind[] = [
  'failureRate',
  'queueWait',
  'noWorker',
  'overdue',
  'workerLost',
  'scheduleMissed',
];

/** What each kind of condition is called where one is chosen, in the order in which they are offered. */
export const conditionLabels: Readonly<Record<AlertConditionKind, string>> = {
  cause: 'An error is new or back again',
  failure: 'A task of a type fails',
  failureRate: 'Too many runs of a type or queue fail',
  task: 'One task fails or ends',
  overdue: 'A task does not end in time',
  queueWait: 'Runs of a queue wait too long',
  noWorker: 'No worker serves the runs of a queue',
  workerLost: 'A worker is lost',
  scheduleMissed: 'A schedule is missed',
};

/** All kinds of conditions, in the order of their labels. */
export const alertConditionKinds = Object.keys(conditionLabels) as AlertConditionKind[]; // its type has no other keys

/** Returns what an alert tells of, in a few words. */
export function conditionWords(condition: AlertCondition): string {
  switch (condition.kind) {
    case 'cause':
      if (condition.group !== undefined) return 'One error is back again';
      return condition.type === undefined
        ? 'A new or returning error'
        : `A new or returning error of ${condition.type}`;
    case 'failure':
      return `A task of ${condition.type} fails`;
    case 'failureRate': {
      const { type, queue, percent, windowInMs, minimumEnds } = condition;
      const of = type === undefined ? `in the queue ${queue}` : `of ${type}`;
      return `${percent} % of the runs ${of} fail in ${spanWords(windowInMs)}, of at least ${minimumEnds}`;
    }
    case 'queueWait':
      return `A run waits ${spanWords(condition.afterInMs)} in ${queueWords(condition.queue)}`;
    case 'noWorker':
      return `A run waits ${spanWords(condition.afterInMs)} in ${queueWords(condition.queue)}, which no worker serves`;
    case 'overdue': {
      const { type, task, afterInMs } = condition;
      return `${type === undefined ? `The task ${task}` : `A task of ${type}`} has not ended after ${spanWords(afterInMs)}`;
    }
    case 'task':
      return `The task ${condition.task} ${condition.when}`;
    case 'workerLost':
      return condition.worker === undefined ? 'A worker is lost' : `A worker ${condition.worker} is lost`;
    case 'scheduleMissed': {
      const { type, task, afterInMs } = condition;
      const schedule =
        task === undefined ? `A schedule${type === undefined ? '' : ` of ${type}`}` : `The schedule ${task}`;
      return `${schedule} is more than ${spanWords(afterInMs)} late`;
    }
  }
}

/** Returns what was found of a condition, in words. An error group is described elsewhere. */
export function findingWords(condition: AlertCondition, { id, count, value = 0 }: AlertFinding): string {
  switch (condition.kind) {
    case 'cause':
    case 'failure':
      return id;
    case 'failureRate':
      return `${id}: ${Math.round(value * 10) / 10} % of the runs failed (${counted(count, 'failure')})`;
    case 'queueWait':
      return `${id}: a run waits for ${spanWords(value)} (${counted(count, 'task type')})`;
    case 'noWorker':
      return `${id}: no worker for ${spanWords(value)} (${counted(count, 'task type')})`;
    case 'overdue':
      return `${id}: ${counted(count, 'run')} not ended, for ${spanWords(value)}`;
    case 'task':
      return `${id}: ${counted(count, 'run')} ${condition.when === 'fails' ? 'failed' : 'ended'}`;
    case 'workerLost':
      return `${id}: ${count === 1 ? 'the worker is' : `${count} workers are`} lost`;
    case 'scheduleMissed':
      return `${id}: late for ${spanWords(value)}`;
  }
}

/** Returns what is over, in words. */
export function recoveryWords(condition: AlertCondition, { id }: Pick<AlertFinding, 'id'>): string {
  switch (condition.kind) {
    case 'cause':
    case 'failure':
      return id;
    case 'failureRate':
      return `${id}: fewer than ${condition.percent} % of the runs fail`;
    case 'queueWait':
      return `${id}: no run waits ${spanWords(condition.afterInMs)}`;
    case 'noWorker':
      return `${id}: no run waits without a worker`;
    case 'overdue':
      return `${id}: no run takes longer than ${spanWords(condition.afterInMs)}`;
    case 'task':
      return `${id}: succeeded`;
    case 'workerLost':
      return `${id}: a worker has taken its place`;
    case 'scheduleMissed':
      return `${id}: no longer late`;
  }
}

/** Returns a span of time, rounded to one unit: `90 s`, `15 min`, `2 h`, `3 d`. */
export function spanWords(milliseconds: number): string {
  const seconds = milliseconds / 1_000;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`;
}

function queueWords(queue: string | undefined): string {
  return queue === undefined ? 'a queue' : `the queue ${queue}`;
}
