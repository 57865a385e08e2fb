import { type RetryPolicy, type TaskError, type WaitingFor, workerLostName } from '#contract';
import { readStored } from '#database';
import { omitAbsent } from '../rows/omit-absent.ts';
import type { TaskRow } from '../rows/task-row.ts';
import { brief, clock } from './wording.ts';

export function explainPaused(row: TaskRow): WaitingFor {
  const by = row.paused_by ?? 'someone';
  const since = row.paused_on === null ? '' : ` at ${clock(row.paused_on, row.now_on)}`;
  return omitAbsent({
    kind: 'paused' as const,
    sentence: `Paused by ${by}${since}.`,
    next: 'Resume it to let it go on, or cancel it.',
    since: row.paused_on,
    by,
  });
}

export function explainScheduled(row: TaskRow): WaitingFor {
  const due = row.due_on === null ? 'its time' : clock(row.due_on, row.now_on);
  const isOccurrence = row.schedule !== null;
  return omitAbsent({
    kind: isOccurrence ? ('schedule' as const) : ('startOn' as const),
    sentence: isOccurrence
      ? `Waiting for the next time of its schedule, ${due}.`
      : `Waiting for its start time, ${due}.`,
    next: `It is queued at ${due}.`,
    since: row.queued_on,
    until: row.due_on,
  });
}

export function explainRetrying(row: TaskRow): WaitingFor {
  const error = readStored<TaskError>(row.error);
  if (error?.name === workerLostName) return explainLostWorkers(row, error);
  return explainBackOff(row, {
    attempt: row.attempt,
    maximumAttempts: maximumAttempts(row),
    error,
    until: row.due_on,
    step: error?.step,
    next: 'steps that have completed do not run again',
  });
}

/** No attempt has failed, and the message is the engine's own. */
function explainLostWorkers(row: TaskRow, { name, message }: TaskError): WaitingFor {
  const due = row.due_on === null ? 'soon' : `at ${clock(row.due_on, row.now_on)}`;
  return omitAbsent({
    kind: 'backoff' as const,
    sentence: `${message}; it is queued again ${due}.`,
    next: 'Another worker continues it after its last completed step. The logs of the workers say by what they ended; cancel it if that is its handler.',
    until: row.due_on,
    failure: { name, message },
    attempt: row.attempt,
  });
}

type BackOff = {
  /** Number of the next attempt. */
  attempt: number;
  maximumAttempts?: number | undefined;
  error: TaskError | undefined;
  until: string | null;
  since?: string;
  step: string | undefined;
  next: string;
};

/** Explains a run, or the step of a run, that backs off until its next attempt. */
export function explainBackOff(row: TaskRow, { error, until, next, ...facts }: BackOff): WaitingFor {
  const due = until === null ? 'soon' : `at ${clock(until, row.now_on)}`;
  const attempt = `attempt ${facts.attempt}${facts.maximumAttempts === undefined ? '' : ` of ${facts.maximumAttempts}`}`;
  // Everyone who sees the task sees the sentence, and an error can quote a sensitive value.
  const message = error === undefined || row.sensitive !== null ? undefined : brief(error.message);
  const failure = error === undefined ? '' : ` with ${error.name}${message === undefined ? '' : `: ${message}`}`;
  return omitAbsent({
    kind: 'backoff' as const,
    sentence: `Backing off until ${attempt}, ${due}; attempt ${facts.attempt - 1} failed${failure}.`,
    next: `${attempt.charAt(0).toUpperCase()}${attempt.slice(1)} starts ${due}; ${next}.`,
    until,
    failure: error === undefined ? undefined : omitAbsent({ name: error.name, message }),
    ...facts,
  });
}

/** Explains a run whose worker has been silent for longer than its lease and has not been replaced yet. */
export function explainLostWorker(row: TaskRow): WaitingFor {
  const worker = row.worker_name ?? 'unknown';
  const expired = row.worker_expires_on === null ? '' : ` at ${clock(row.worker_expires_on, row.now_on)}`;
  return omitAbsent({
    kind: 'leaseExpired' as const,
    sentence: `The lease of its worker "${worker}" expired${expired}: the worker has died or hangs.`,
    next: 'The run goes back into its queue within seconds and another worker continues it after its last completed step.',
    since: row.worker_expires_on,
    worker,
  });
}

function maximumAttempts(row: TaskRow): number | undefined {
  return (readStored<RetryPolicy>(row.retry) ?? readStored<RetryPolicy>(row.type_retry))?.maximumAttempts;
}
