import type { TaskStatus } from '#contract';

/** What a status means to an operator: which colour it takes. */
export type StatusTone = 'positive' | 'danger' | 'caution' | 'active' | 'waiting' | 'idle';

/** A status's word and colour; its icon shape is `statusIcon`'s. */
export const statusLook: Readonly<Record<TaskStatus, { word: string; tone: StatusTone }>> = {
  scheduled: { word: 'Scheduled', tone: 'idle' },
  queued: { word: 'Queued', tone: 'idle' },
  running: { word: 'Running', tone: 'active' },
  waiting: { word: 'Waiting', tone: 'waiting' },
  retrying: { word: 'Retrying', tone: 'caution' },
  paused: { word: 'Paused', tone: 'caution' },
  succeeded: { word: 'Succeeded', tone: 'positive' },
  failed: { word: 'Failed', tone: 'danger' },
  cancelled: { word: 'Cancelled', tone: 'idle' },
  timedOut: { word: 'Timed out', tone: 'danger' },
};

/** The word for a status within a sentence: `timed out`. */
export function statusWord(status: TaskStatus): string {
  return statusLook[status].word.toLowerCase();
}

/** Text colour by tone. */
export const toneText: Readonly<Record<StatusTone, string>> = {
  positive: 'text-positive',
  danger: 'text-danger',
  caution: 'text-caution',
  active: 'text-active',
  waiting: 'text-waiting',
  idle: 'text-idle',
};

/** Text on its own soft background by tone. */
export const toneSoft: Readonly<Record<StatusTone, string>> = {
  positive: 'bg-positive-soft text-positive',
  danger: 'bg-danger-soft text-danger',
  caution: 'bg-caution-soft text-caution',
  active: 'bg-active-soft text-active',
  waiting: 'bg-waiting-soft text-waiting',
  idle: 'bg-idle-soft text-idle',
};
