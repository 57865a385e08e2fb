import type { Statistics } from '#contract';
import type { Clause } from '@/components/filter/clause.ts';
import type { TaskRow } from '@/components/task/task-row.ts';

export type StuckGroup = Statistics['stuck'][number];

/** The cause in words, without its count. */
export function causeOf(group: StuckGroup): string {
  const { kind, queue, type = '', subject = '' } = group;
  switch (kind) {
    case 'noWorker':
      if (queue === undefined) return 'No worker is running';
      return type === '' ? `No worker serves queue “${queue}”` : `No worker of queue “${queue}” has type ${type}`;
    case 'slots':
      return `All workers of queue “${queue ?? ''}” are busy`;
    case 'backoff':
      return `${type} is retrying: ${subject}`;
    case 'paused':
      return `Paused by ${subject}`;
    case 'leaseExpired':
      return `Worker “${subject}” stopped responding`;
    case 'event':
      return subject === '' ? 'an event' : `event “${subject}”`;
    case 'lock':
      return subject === '' ? 'a lock' : `lock “${subject}”`;
    case 'concurrency':
      return `concurrency key “${subject}”`;
    case 'task':
      return 'another task';
    default:
      return 'a time';
  }
}

/** What many tasks of a cause can be given at once; `undefined` where the cause is not in the tasks. */
export function groupRemedy({ kind, queue }: StuckGroup): 'move' | 'wake' | 'resume' | undefined {
  if (kind === 'noWorker') return queue === undefined ? undefined : 'move';
  if (kind === 'backoff') return 'wake';
  return kind === 'paused' ? 'resume' : undefined;
}

/** The filter of the task list that comes nearest to the group. */
export function groupFilter({ kind, status, queue, type }: StuckGroup): Clause[] {
  const fields: [key: string, value: string | undefined][] = [
    ['status', status],
    ['queue', queue],
    ['type', type],
    ['waiting', ['event', 'task', 'sleep', 'lock'].includes(kind) ? kind : undefined],
  ];
  return fields.flatMap(([key, value]) =>
    value === undefined ? [] : { kind: 'field' as const, key, values: [value] },
  );
}

/** Whether a listed task has the group's cause now. */
export function isOfGroup({ waitingFor, error }: TaskRow, { kind, subject }: StuckGroup): boolean {
  if (waitingFor?.kind !== kind) return false;
  if (kind === 'paused') return waitingFor.by === subject;
  if (kind !== 'backoff' || subject === undefined) return true;
  return [waitingFor.failure?.name, waitingFor.step, error?.name].includes(subject);
}
