import { counted, type TaskStatus } from '#contract';
import { formatDuration } from '@/components/ui/duration.tsx';
import { type ReasonClock, taskInTheWay, wordReason } from '../reason/reason-words.ts';
import type { RunView, TaskView } from './run-view.ts';

/** What a run's state means: why it is where it is, and what happens next without anyone doing anything. */
export type RunStory = {
  sentence: string;
  next: string | undefined;
  /** The task that it waits for, or whose run holds what it waits for. */
  leadsTo?: ReturnType<typeof taskInTheWay>;
};

/** The story of a run as of now, with times as the operator chose to see them. */
export function describeRun(run: RunView, task: TaskView, clock: ReasonClock): RunStory {
  if (run.waitingFor !== undefined)
    return { ...wordReason(run.waitingFor, clock), leadsTo: taskInTheWay(run.waitingFor) };
  const { formatTime } = clock;
  const next = run.isCurrent ? nextRunOf(task, formatTime) : undefined;
  switch (run.status) {
    case 'running':
      return { sentence: runningSentence(run, formatTime), next: undefined };
    case 'failed':
      return { sentence: failureSentence(run), next };
    case 'timedOut': {
      const limit = task.timeoutInMs === undefined ? '' : ` of ${formatDuration(task.timeoutInMs)}`;
      return {
        sentence: `It did not end within its time limit${limit}.`,
        next,
      };
    }
    default:
      return { sentence: plainSentence[run.status](run), next };
  }
}

type Ended = 'succeeded' | 'cancelled';
type Plain = Exclude<TaskStatus, 'running' | 'failed' | 'timedOut'>;

const plainSentence: Record<Plain, (run: RunView) => string> = {
  succeeded: (run) => endedSentence('succeeded', run),
  cancelled: (run) => endedSentence('cancelled', run),
  scheduled: () => 'It starts at that time.',
  queued: () => 'A worker claims it when its turn comes.',
  waiting: () => 'It waits.',
  retrying: (run) => `Attempt ${run.attempt} failed; the next begins after a delay.`,
  paused: () => 'Paused by an operator.',
};

function endedSentence(status: Ended, run: RunView): string {
  const word = status === 'succeeded' ? 'Succeeded' : 'Cancelled';
  const took = runDuration(run);
  const steps = run.stepCounts.total === 0 ? '' : `, ${counted(run.stepCounts.succeeded, 'step')} done`;
  return took === undefined ? `${word} before it began.` : `${word} after ${formatDuration(took)}${steps}.`;
}

function runningSentence(run: RunView, formatTime: (time: string) => string): string {
  const attempt = run.attempt > 1 ? `, attempt ${run.attempt}` : '';
  const worker = run.worker === undefined ? '' : ` on ${run.worker}`;
  const since = run.startedOn === undefined ? '' : ` since ${formatTime(run.startedOn)}`;
  return `Running${worker}${since}${attempt}.`;
}

function failureSentence(run: RunView): string {
  const attempts = run.attempt > 1 ? ` after ${run.attempt} attempts` : '';
  if (run.error === undefined) return `Failed${attempts}.`;
  const where = run.error.step === undefined ? ' outside of a step' : ` in step “${run.error.step}”`;
  return `Failed${where}${attempts}.`;
}

function nextRunOf(task: TaskView, formatTime: (time: string) => string): string | undefined {
  if (task.nextRunOn !== undefined) return `The schedule runs it again ${formatTime(task.nextRunOn)}.`;
  return undefined;
}

/** Until when a run is looked at, in milliseconds: to its end, or to the present while it goes on. */
export function untilEnd({ endedOn }: { endedOn?: string | undefined }, present: number): number {
  return endedOn === undefined ? present : Date.parse(endedOn);
}

/** From start to end in milliseconds, or to `now`; `undefined` when it never started (or no `now` is given). */
export function runDuration(
  run: { startedOn?: string | undefined; endedOn?: string | undefined },
  now?: number,
): number | undefined {
  if (run.startedOn === undefined) return undefined;
  const end = run.endedOn === undefined ? now : Date.parse(run.endedOn);
  return end === undefined ? undefined : Math.max(0, end - Date.parse(run.startedOn));
}
