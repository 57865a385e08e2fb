import { counted, mostWaitsTold, numberText, type WaitingFor, workerLostName } from '#contract';
import { statusWord } from '@/components/task/status.ts';
import { formatDuration } from '@/components/ui/duration.tsx';
import { shortenId } from '@/components/ui/shorten-id.ts';

/** Why a run does not move, and what happens next. */
type ReasonWords = { sentence: string; next: string };

/** The present in milliseconds, and how the operator chose to see times. */
export type ReasonClock = { now: number; formatTime: (time: string) => string };

/** Writes the facts of a reason as sentences in the operator's zone, with durations as of now. */
export function wordReason(reason: WaitingFor, clock: ReasonClock): ReasonWords {
  const words = reason.waits === undefined ? writers[reason.kind](reason, clock) : wordWaits(reason.waits);
  return withReasonOfChild(words, reason, clock);
}

/** Adds why the task that a run waits for does not move in turn. */
function withReasonOfChild(words: ReasonWords, { child, waits }: WaitingFor, clock: ReasonClock): ReasonWords {
  if (child?.waitingFor === undefined) return words;
  const own = writers[child.waitingFor.kind](child.waitingFor, clock);
  const begin = waits === undefined ? 'Waiting for' : `${words.sentence} Among them is`;
  const status = child.status === undefined ? '' : `, which is ${statusWord(child.status)}`;
  return { sentence: `${begin} ${taskWords(child)}${status}: ${own.sentence}`, next: `${own.next} ${words.next}` };
}

/** The task that a run waits for, or whose run holds what it waits for. */
export function taskInTheWay({ child, holder }: WaitingFor): { taskId: string; name?: string | undefined } | undefined {
  return child ?? holder;
}

type Writer = (reason: WaitingFor, clock: ReasonClock) => ReasonWords;

const goesOn = 'It continues by itself.';

const writers: Record<WaitingFor['kind'], Writer> = {
  noWorker: wordNoWorker,
  slots: (reason, clock) => ({
    sentence: `All ${counted(reason.slots ?? 0, 'slot')} of ${counted(reason.workerCount ?? 0, 'worker')} are busy${ahead(reason)}.${queuedFor(reason, clock)}`,
    next: 'It starts when a slot is free. More workers or slots make it sooner.',
  }),
  priority: (reason, clock) => ({
    sentence: `Queued in “${reason.queue ?? ''}”${ahead(reason) || ', next in line'}.${queuedFor(reason, clock)}`,
    next: reason.aheadCount === 0 ? 'A worker takes it at once.' : 'A higher priority moves it ahead.',
  }),
  concurrency: (reason, clock) => ({
    sentence: `Concurrency key “${reason.concurrencyKey ?? ''}” is taken: ${(reason.concurrencyLimit ?? 1) === 1 ? '1 run' : `${reason.concurrencyLimit} runs`} at a time${holder(reason, clock)}.${queuedFor(reason, clock)}`,
    next: 'It starts when a run with the key ends.',
  }),
  startOn: (reason, clock) => ({ sentence: `Starts ${when(reason.until, clock)}.`, next: goesOn }),
  schedule: (reason, clock) => ({ sentence: `Scheduled: starts ${when(reason.until, clock)}.`, next: goesOn }),
  sleep: (reason, clock) => ({
    sentence: `Sleeping in “${reason.step ?? 'sleep'}”: wakes ${when(reason.until, clock)}.`,
    next: goesOn,
  }),
  event: wordEvent,
  task: (reason, clock) => ({
    sentence: `Waiting for ${taskWords(reason.child)}${reason.child?.status === undefined ? '' : `, which is ${statusWord(reason.child.status)}`}${lasting(reason, clock)}.`,
    next: 'It continues when that task ends.',
  }),
  lock: (reason, clock) => wordLock(reason, clock),
  backoff: (reason, clock) => {
    if (reason.failure?.name === workerLostName) return wordLostWorkers(reason, clock);
    const attempt = `attempt ${reason.attempt ?? 2}${reason.maximumAttempts === undefined ? '' : ` of ${reason.maximumAttempts}`}`;
    const where = reason.step === undefined ? '' : ` “${reason.step}”`;
    const failure = reason.failure === undefined ? '' : `${failed(reason.failure)} `;
    return {
      sentence: `${failure}Retrying${where} ${inTime(reason.until, clock)}, ${attempt}.`,
      next: 'Completed steps do not run again.',
    };
  },
  paused: (reason, clock) => ({
    sentence: `Paused by ${reason.by ?? 'an operator'}${reason.since === undefined ? '' : ` ${ago(reason.since, clock)}`}.`,
    next: 'It stays paused until it is resumed or cancelled.',
  }),
  leaseExpired: (reason, clock) => ({
    sentence: `Worker “${reason.worker ?? ''}” stopped responding${reason.since === undefined ? '' : ` ${ago(reason.since, clock)}`}.`,
    next: 'Another worker continues after the last completed step.',
  }),
};

function wordLostWorkers({ failure, until }: WaitingFor, clock: ReasonClock): ReasonWords {
  const lost = failure?.message ?? 'Several workers in a row were lost while they ran this';
  return {
    sentence: `${lost}. Queued again ${inTime(until, clock)}.`,
    next: 'Completed steps do not run again. The logs of the workers say by what they ended; cancel it if that is its handler.',
  };
}

function wordNoWorker(reason: WaitingFor, clock: ReasonClock): ReasonWords {
  const { servedQueues = [] } = reason;
  const queues = servedQueues.map((name) => `“${name}”`).join(', ');
  const queue = `queue “${reason.queue ?? ''}”`;
  const since = queuedFor(reason, clock);
  switch (reason.unserved) {
    case 'queue':
      return {
        sentence: `No worker serves ${queue} for this type; its workers serve ${queues}.${since}`,
        next: `Move the task to ${queues}, or start a worker for ${queue}.`,
      };
    case 'type':
      return {
        sentence: `The workers of ${queue} do not have this type.${since}`,
        next: `Start a worker that has the type for ${queue}.`,
      };
    case 'queueAndType':
      return {
        sentence: `No worker has this type, and none serves ${queue}.${since}`,
        next: `Start a worker that has the type for ${queue}.`,
      };
    default:
      return { sentence: `No worker is running.${since}`, next: 'Start a worker. It takes the task at once.' };
  }
}

function wordEvent(reason: WaitingFor, clock: ReasonClock): ReasonWords {
  const { eventName = '', nearMiss, until } = reason;
  const near = nearMiss === undefined ? '' : ` “${nearMiss.name}” was raised ${ago(nearMiss.raisedOn, clock)} instead.`;
  const limit = until === undefined ? '' : ` The wait ends ${when(until, clock)}.`;
  return {
    sentence: `Waiting for event “${eventName}”${lasting(reason, clock)}.${near}`,
    next: `It continues when the event is raised.${limit}`,
  };
}

function wordLock(reason: WaitingFor, clock: ReasonClock): ReasonWords {
  const { lock, aheadCount = 0 } = reason;
  const name = `Lock “${lock?.name ?? reason.step ?? ''}”`;
  if (lock?.isHeld !== true) return { sentence: `${name} is free.`, next: 'It continues within moments.' };
  const line = aheadCount === 0 ? '' : `, ${numberText(aheadCount)} ahead in line`;
  const expiry = lock.expiresOn === undefined ? '' : `, at the latest ${when(lock.expiresOn, clock)}`;
  const owner =
    reason.holder === undefined
      ? (lock.owner ?? 'somebody else')
      : `run ${reason.holder.runCount} of ${taskWords(reason.holder)}`;
  return {
    sentence: `${name} is held by ${owner}${line}. Waiting${lasting(reason, clock)}.`,
    next: `It continues when the lock is released${expiry}.`,
  };
}

const waitWords = { event: 'event', sleep: 'sleep', lock: 'lock', backoff: 'the next attempt of' };

/** More waits than these are not named one by one. */
const mostNamed = 5;
const namedOfMore = 3;

function wordWaits(waits: NonNullable<WaitingFor['waits']>): ReasonWords {
  const named = waits.length <= mostNamed ? waits : waits.slice(0, namedOfMore);
  const others = waits.length - named.length;
  const more = others === 0 ? '' : ` and ${waits.length < mostWaitsTold ? '' : 'at least '}${others} others`;
  const texts = named.map(({ kind, name, taskName = shortenId(name) }) =>
    kind === 'task' ? `task “${taskName}”` : `${waitWords[kind]} “${name}”`,
  );
  return {
    sentence: `Waiting for several things at once: ${texts.join(', ')}${more}.`,
    next: 'It continues as these waits end.',
  };
}

/** `task “Payout 3”`; without a name its id, shortened. */
function taskWords(task: { taskId: string; name?: string | undefined } | undefined): string {
  return task === undefined ? 'its child task' : `task “${task.name ?? shortenId(task.taskId)}”`;
}

function failed({ name, message }: NonNullable<WaitingFor['failure']>): string {
  return message === undefined || message === '' ? `${name}.` : `${name}: ${message}.`;
}

function ahead({ aheadCount = 0 }: WaitingFor): string {
  if (aheadCount === 0) return '';
  return `, ${aheadCount >= 10_000 ? '10,000+' : numberText(aheadCount)} ahead`;
}

function holder({ holder: held }: WaitingFor, clock: ReasonClock): string {
  if (held === undefined) return '';
  return `, the first is ${taskWords(held)}${held.since === undefined ? '' : `, ${span(clock.now - Date.parse(held.since))}`}`;
}

function queuedFor(reason: WaitingFor, clock: ReasonClock): string {
  return reason.since === undefined ? '' : ` Queued${lasting(reason, clock)}.`;
}

/** ` for 3 min 10 s`, as long as the wait has lasted. */
function lasting({ since }: WaitingFor, { now }: ReasonClock): string {
  return since === undefined ? '' : ` for ${span(now - Date.parse(since))}`;
}

function ago(time: string, { now }: ReasonClock): string {
  return `${span(now - Date.parse(time))} ago`;
}

/** `in 2 min 10 s`; a time that is over is `now`, because the service is about to act. */
function inTime(time: string | undefined, { now }: ReasonClock): string {
  if (time === undefined) return 'soon';
  const left = Date.parse(time) - now;
  return left <= 0 ? 'now' : `in ${span(left)}`;
}

/** `in 2 min 10 s, at 2026-11-22 10:15:00`. */
function when(time: string | undefined, clock: ReasonClock): string {
  const left = inTime(time, clock);
  return time === undefined || left === 'now' ? left : `${left}, at ${clock.formatTime(time)}`;
}

/** A duration without fractions of a second, so that it counts evenly. */
function span(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000));
  return seconds < 60 ? `${seconds} s` : formatDuration(seconds * 1_000);
}
