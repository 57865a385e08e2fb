import type { RetryPolicy, TaskError, WaitingFor } from '#contract';
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
  const maximum = maximumAttempts(row);
  const error = readStored<TaskError>(row.error);
  const due = row.due_on === null ? 'soon' : `at ${clock(row.due_on, row.now_on)}`;
  const attempt = `attempt ${row.attempt}${maximum === undefined ? '' : ` of ${maximum}`}`;
  // Everyone who sees the task sees the sentence, and an error can quote a sensitive value.
  const message = error === undefined || row.sensitive !== null ? '' : `: ${brief(error.message)}`;
  const failure = error === undefined ? '' : ` with ${error.name}${message}`;
  return omitAbsent({
    kind: 'backoff' as const,
    sentence: `Backing off until ${attempt}, ${due}; attempt ${row.attempt - 1} failed${failure}.`,
    next: `${attempt.charAt(0).toUpperCase()}${attempt.slice(1)} starts ${due}; steps that have completed do not run again.`,
    until: row.due_on,
    attempt: row.attempt,
    maximumAttempts: maximum,
    step: error?.step,
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
