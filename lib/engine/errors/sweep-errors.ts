import type { Database } from '#database';

const keptDays = 90;
const batchRows = 5_000;

/**
 * Joins counts older than two days to hours, and removes counts, places and groups without a failure in 90 days. Resolves with
 * whether there may be more.
 */
export async function sweepErrors(database: Database): Promise<boolean> {
  const [row] = await database<{ done: number }[]>`
    with joined as (
      delete from error_count where ctid = any(array(
        select ctid from error_count where since < now() - interval '2 days' and since > now() - make_interval(days => ${keptDays})
          and date_trunc('hour', since) <> since
        limit ${batchRows} for update skip locked))
      returning fingerprint, date_trunc('hour', since) as since, version, count
    ), added as (
      insert into error_count as c (fingerprint, since, version, count)
      select fingerprint, since, version, sum(count) from joined group by 1, 2, 3
      on conflict (fingerprint, since, version) do update set count = c.count + excluded.count
    ), aged as (
      delete from error_count where ctid = any(array(
        select ctid from error_count where since < now() - make_interval(days => ${keptDays})
        limit ${batchRows} for update skip locked))
      returning 1
    ), gone as (
      delete from error_group where id = any(array(
        select id from error_group where last_seen_on < now() - make_interval(days => ${keptDays})
        limit ${batchRows} for update skip locked))
      returning id
    ), no_fingerprints as (delete from error_fingerprint f using gone where f.group_id = gone.id),
    no_places as (
      delete from error_place where ctid = any(array(
        select ctid from error_place where last_on < now() - make_interval(days => ${keptDays})
        limit ${batchRows} for update skip locked))
      returning 1
    )
    select greatest((select count(*) from joined), (select count(*) from aged), (select count(*) from gone),
      (select count(*) from no_places)) as done`;
  return row?.done === batchRows;
}
