import type { DurationMeasure } from '#contract';
import type { Database, Fragment } from '#database';

/**
 * A duration of an ended run `r` in whole milliseconds, null when it never started or has no such step. Filters and the map
 * of durations measure alike, so that both select the same tasks.
 */
export function durationOf(database: Database, measure: DurationMeasure, step: string | undefined): Fragment {
  if (measure === 'runTime') return inMs(database, database`r.ended_on - r.started_on`);
  if (measure === 'queueWait')
    return database`${inMs(database, database`greatest(r.started_on - r.queued_on, r.started_on - r.started_on)`)}`;
  return database`(select max(${inMs(database, database`s.ended_on - s.started_on`)}) from step s
    where s.task_key = r.task_key and s.run_count = r.run_count
      ${step === undefined ? database`` : database`and s.name = ${step}`})`;
}

/** Times have whole milliseconds. Rounding takes away what a floating point number adds. */
function inMs(database: Database, interval: Fragment): Fragment {
  return database`round(date_part('epoch', ${interval}) * 1000)`;
}

/** A time in milliseconds as an interval. */
export function intervalOf(database: Database, milliseconds: number): Fragment {
  return database`${milliseconds}::bigint * interval '1 millisecond'`;
}
