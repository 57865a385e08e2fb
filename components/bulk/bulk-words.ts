import {
  CalendarClock,
  CircleCheck,
  CirclePause,
  CirclePlay,
  type LucideIcon,
  OctagonX,
  TriangleAlert,
} from 'lucide-react';
import { type BulkActionKind, type BulkOperation, type BulkResult, counted, filterWords, numberText } from '#contract';
import type { ValueWords } from '@/components/filter/filter-chip.tsx';
import type { Tone } from '@/components/ui/badge.tsx';

type Words = { verb: string; effect: string };

/** What an action does to each task, in words. */
export const bulkActionWords: Readonly<Record<BulkActionKind, Words>> = {
  rerun: { verb: 'Rerun', effect: 'A new run starts with the same input. Earlier runs stay in the history.' },
  fork: { verb: 'Fork', effect: 'A new run starts at the step and keeps the results of the steps before it.' },
  cancel: { verb: 'Cancel', effect: 'The current run ends as cancelled, and its handler is aborted.' },
  pause: {
    verb: 'Pause',
    effect: 'The current run keeps its steps, leaves its worker, and stays until it is resumed.',
  },
  resume: { verb: 'Resume', effect: 'The paused run continues.' },
  wake: {
    verb: 'Retry now',
    effect: 'The back-off, sleep or start time of the current run ends now. Completed steps do not run again.',
  },
  delete: { verb: 'Delete', effect: 'All runs, steps, events and logs are deleted too. This cannot be undone.' },
  raiseEvent: {
    verb: 'Raise event',
    effect: 'Runs that wait for the event continue. Others keep it for a later wait.',
  },
  update: { verb: 'Change', effect: 'Tags, queue or priority change. Queue and priority also apply to active runs.' },
};

/** Actions that take something away: they start after a countdown. */
export const destructiveActions: ReadonlySet<BulkActionKind> = new Set(['cancel', 'delete']);

/** Actions that start or continue runs, whose ends the operation can wait for. */
export const runningActions: ReadonlySet<BulkActionKind> = new Set([
  ...(['rerun', 'fork', 'resume', 'wake', 'raiseEvent'] as const),
]);

/** What an operation does, in a few words: `Rerun 600 tasks`, or `Rerun tasks` while none is collected. */
export function bulkTitle({
  action,
  total,
  isCollected,
}: Pick<BulkOperation, 'action' | 'total' | 'isCollected'>): string {
  const count = isCollected ? `${numberText(total)} ` : total === 0 ? '' : `${numberText(total)}+ `;
  const tasks = `${count}${total === 1 ? 'task' : 'tasks'}`;
  if (action.kind === 'raiseEvent') return `Raise ${action.name} on ${tasks}`;
  if (action.kind === 'fork')
    return `Fork ${tasks} from ${action.fromStep === undefined ? 'the failed step' : action.fromStep}`;
  return `${bulkActionWords[action.kind].verb} ${tasks}`;
}

type Look = { tone: Tone; icon: LucideIcon };

const statusLook: Readonly<Record<BulkOperation['status'], Look>> = {
  scheduled: { tone: 'waiting', icon: CalendarClock },
  running: { tone: 'active', icon: CirclePlay },
  paused: { tone: 'idle', icon: CirclePause },
  completed: { tone: 'positive', icon: CircleCheck },
  stopped: { tone: 'caution', icon: OctagonX },
};

/** The colour and shape of an operation's status. One that is completed is green only where no task failed. */
export function bulkStatusLook({ status, failed }: Pick<BulkOperation, 'status' | 'failed'>): Look {
  return status === 'completed' && failed > 0 ? { tone: 'caution', icon: TriangleAlert } : statusLook[status];
}

/** Whether an operation can still change. */
export function isBulkActive({ status }: Pick<BulkOperation, 'status'>): boolean {
  return status === 'scheduled' || status === 'running' || status === 'paused';
}

/** What an active operation does now, and what it waits for. */
export function bulkNow(operation: BulkOperation): string {
  const { status, isCollected, stages, stage, stageActedOn, running } = operation;
  if (status === 'scheduled') return 'Starts after the countdown';
  if (status === 'paused') return 'Paused: no task is acted on';
  if (status !== 'running') return operation.endReason ?? 'All tasks were acted on';
  if (operation.silentSince !== undefined) return 'Waits until a service takes over from one that is silent';
  if (!isCollected) return 'Collects the tasks that match';
  const of = stages.length > 0 ? `Stage ${stage} of ${stages.length + 1}: ` : '';
  if (stageActedOn === undefined) return `${of}${of === '' ? 'A' : 'a'}cts on tasks`;
  return `${of}${of === '' ? 'W' : 'w'}aits for ${counted(running, 'run')} to end`;
}

/** That the service which works off an operation is silent, and when another one continues; `undefined` when it is not. */
export function bulkSilence(
  { silentSince, takenOverOn }: Pick<BulkOperation, 'silentSince' | 'takenOverOn'>,
  now: number,
): string | undefined {
  if (silentSince === undefined || takenOverOn === undefined) return undefined;
  const seconds = (milliseconds: number) => Math.max(0, Math.ceil(milliseconds / 1_000));
  const left = seconds(Date.parse(takenOverOn) - now);
  const next = left === 0 ? 'Another one takes over now' : `Another one takes over in at most ${left} s`;
  return `The service that works on it has been silent for ${seconds(now - Date.parse(silentSince))} s. ${next}`;
}

/** A status as it stands alone. */
export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The results that a task of an operation can have, in the order in which they are drawn. */
export const bulkResultNames = ['succeeded', 'running', 'refused', 'failed', 'pending'] as const;

/** The result of a task, as it stands alone. An operation that has ended no longer follows runs or acts on tasks. */
export function resultWord(status: BulkResult['status'], operation: Pick<BulkOperation, 'status'>): string {
  const isActive = isBulkActive(operation);
  if (status === 'running') return isActive ? 'Running' : 'Running at the end';
  if (status === 'pending') return isActive ? 'Not yet' : 'Not acted on';
  return capitalised(status);
}

/** Why a task was refused or failed: the message, or what its code means where a message could quote a hidden value. */
export function whyWords({ code, message }: Pick<BulkResult, 'code' | 'message'>): string {
  if (message !== undefined) return message;
  if (code === 'failed') return 'The run failed. Its page has the error: the task has sensitive values.';
  if (code === 'timedOut') return 'The run timed out.';
  if (code === 'cancelled') return 'The run was cancelled.';
  return code ?? '';
}

/** Which tasks an operation acts on: `tasks with status failed; type order.*`. */
export function bulkSelectionWords(
  { ids, filter, operation, results }: BulkOperation['selection'],
  wordsOf: ValueWords = () => undefined,
): string {
  if (ids !== undefined) return counted(ids, 'chosen task');
  if (operation !== undefined) return `tasks of operation ${operation} ${resultsWords(results)}`;
  const clauses = filterWords(filter ?? {}, wordsOf);
  return clauses.length === 0 ? 'all tasks' : `tasks with ${clauses.join('; ')}`;
}

/** Which results of an earlier operation are acted on: `whose result is failed or refused`. */
export function resultsWords(results: BulkOperation['selection']['results'] = []): string {
  return `whose result is ${results.join(' or ')}`;
}

/** The stages of an operation and what bounds it, one sentence each. */
export function bulkLimitWords({
  stages,
  maximumFailures,
  tasksPerSecond,
}: Pick<BulkOperation, 'stages' | 'maximumFailures' | 'tasksPerSecond'>): string[] {
  return [
    ...(stages.length > 0 ? [`Stages: ${stages.join(', ')}, then the rest`] : []),
    ...(maximumFailures === undefined ? [] : [`Stops when more than ${maximumFailures} fail`]),
    ...(tasksPerSecond === undefined ? [] : [`At most ${tasksPerSecond} a second`]),
  ];
}
