import { Cron } from 'croner';
import { type ProblemDetail, type Schedule, TaskdeckError } from '#contract';

/**
 * Returns the first occurrence of a schedule after `now` (RFC 3339), or from the task's `startOn` when that is later: the
 * occurrences before it are skipped. The result is RFC 3339 UTC with milliseconds, or `undefined` when there is none.
 * Throws croner's error for a pattern or zone that `checkSchedule` refuses.
 */
export function nextOccurrence(schedule: Schedule, now: string, startOn?: string | null): string | undefined {
  const isLater = startOn !== undefined && startOn !== null && startOn > now;
  const after = isLater ? new Date(Date.parse(startOn) - 1).toISOString() : now;
  const next = pattern(schedule).nextRun(new Date(after));
  if (next === null) return undefined;
  const on = next.toISOString();
  return schedule.until !== undefined && on > schedule.until ? undefined : on;
}

/**
 * The same for readers: `undefined` also where this process cannot tell it, because a process with a newer list of time zones
 * took the schedule.
 */
export function toldOccurrence(...given: Parameters<typeof nextOccurrence>): string | undefined {
  try {
    return nextOccurrence(...given);
  } catch {
    return undefined;
  }
}

/** Whether this process can find the occurrences of a stored schedule: see `toldOccurrence`. */
export function isReadable(schedule: Schedule): boolean {
  try {
    pattern(schedule).nextRun();
    return true;
  } catch {
    return false;
  }
}

/** Throws `InvalidRequest`, which names the member, for an unknown pattern or time zone. */
export function checkSchedule(schedule: Schedule): void {
  const zoneProblem = isTimeZone(schedule.timeZone) ? undefined : `"${schedule.timeZone}" is not an IANA time zone`;
  if (zoneProblem !== undefined) throw refusal('/schedule/timeZone', zoneProblem);
  try {
    pattern(schedule).nextRun();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw refusal('/schedule/cron', `"${schedule.cron}" is not a cron pattern: ${why}`);
  }
}

/** The same of a checked schedule. Throws `InvalidRequest` when there is none. */
export function firstOccurrence(schedule: Schedule, now: string, startOn: string | undefined): string {
  const first = nextOccurrence(schedule, now, startOn);
  if (first === undefined) throw refusal('/schedule', 'the schedule has no occurrence in the time that is left');
  return first;
}

function pattern(schedule: Schedule): Cron {
  return new Cron(schedule.cron, { timezone: schedule.timeZone, paused: true, mode: '5-or-6-parts' });
}

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

function refusal(pointer: string, message: string): TaskdeckError {
  const details: ProblemDetail[] = [{ pointer, message }];
  return new TaskdeckError('InvalidRequest', message, { details });
}
