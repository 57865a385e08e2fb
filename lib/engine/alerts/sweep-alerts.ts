import type { Database } from '#database';

const keptDays = 90;
const batchRows = 5_000;

/** Removes notices older than 90 days with their deliveries, and what was told of more than a week ago. Resolves with whether there may be more. */
export async function sweepAlerts(database: Database): Promise<boolean> {
  const [row] = await database<{ done: number }[]>`
    with notices as (
      delete from alert_notice where key = any(array(
        select key from alert_notice where created_on < now() - make_interval(days => ${keptDays}) limit ${batchRows}))
      returning 1
    ), subjects as (
      delete from alert_subject where ctid = any(array(
        select ctid from alert_subject where pending = 0 and not is_open and last_notice_on < now() - interval '7 days'
        limit ${batchRows} for update skip locked))
      returning 1
    )
    select greatest((select count(*) from notices), (select count(*) from subjects)) as done`;
  return row?.done === batchRows;
}
