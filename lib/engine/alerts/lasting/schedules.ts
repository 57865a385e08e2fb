import { type AlertFinding, mapInTurns, type Schedule } from '#contract';
import { type Database, readStored, type Transaction } from '#database';
import { toldOccurrence } from '../../schedules/next-occurrence.ts';
import { isOfType } from '../matches.ts';
import type { ConditionOf } from './rule.ts';

/** The current run of a task with a schedule. Paused ones and those that were cancelled have none. */
type ScheduledRow = {
  id: string;
  type: string;
  schedule: string;
  /** Occurrences before it are skipped. */
  start_on: string | null;
  /** When it was due. */
  due_on: string;
  /** Whether it has begun. */
  is_begun: boolean;
  now: string;
};

/** A run that could be late: `missedOn` is when it was due or, if it has begun, when the next one is. */
type ScheduledRun = { id: string; type: string; missedOn: string | undefined; now: string };

/** The first schedules, by their tasks, up to this many. */
const mostSchedules = 10_000;

/**
 * Returns the runs of schedules that could be late: due and not begun, or still going. The next occurrences are found once
 * for all alerts, and in turns with other work.
 */
export async function readScheduledRuns(database: Database | Transaction): Promise<ScheduledRun[]> {
  const rows = await database<ScheduledRow[]>`
    select t.id, t.type, t.schedule, t.start_on, a.started_on is not null as is_begun, now(),
      case when a.status = 'scheduled' then a.due_on else a.queued_on end as due_on
    from (select key, id, type, schedule, start_on from task where schedule is not null order by key limit ${mostSchedules}) t
      join active_run a on a.task_key = t.key
    where a.status <> 'paused' and (a.status <> 'scheduled' or a.due_on <= now())`;
  return mapInTurns(rows, ({ id, type, schedule, start_on: startOn, due_on, is_begun, now }) => ({
    ...{ id, type, now },
    missedOn: is_begun ? toldOccurrence(readStored<Schedule>(schedule), due_on, startOn) : due_on,
  }));
}

/** Returns the tasks whose schedule is late: its run did not begin, or the run before has not ended. */
export function judgeSchedules(
  { type, task, afterInMs }: ConditionOf<'scheduleMissed'>,
  runs: readonly ScheduledRun[],
): AlertFinding[] {
  return runs.flatMap((run) => {
    if ((task !== undefined && task !== run.id) || (type !== undefined && !isOfType(type, run.type))) return [];
    const value = run.missedOn === undefined ? -1 : Date.parse(run.now) - Date.parse(run.missedOn);
    return value >= afterInMs ? [{ id: run.id, count: 1, value }] : [];
  });
}
