import type { Database } from '#database';

const keptDays = 90;
const batchRows = 1_000;

/**
 * Removes the source maps of workers that started more than 90 days ago and run no more. Resolves with whether there may
 * be more.
 */
export async function sweepSourceMaps(database: Database): Promise<boolean> {
  const workers = await database`
    delete from worker_bundle where ctid = any(array(
      select b.ctid from worker_bundle b where b.registered_on < now() - make_interval(days => ${keptDays})
        and not exists (select from worker w where w.name = b.worker and not w.is_expired)
      limit ${batchRows} for update skip locked))`;
  // A worker that starts touches what it refers to, a moment before it does.
  const bundles = await database`
    delete from source_bundle where id = any(array(
      select id from source_bundle s where s.sent_on < now() - interval '1 hour'
        and not exists (select from worker_bundle w where w.bundle = s.id)
      limit ${batchRows} for update skip locked))`;
  const maps = await database`
    delete from source_map where hash = any(array(
      select hash from source_map m where m.sent_on < now() - interval '1 hour'
        and not exists (select from source_bundle_file f where f.hash = m.hash)
      limit ${batchRows} for update skip locked))`;
  return [workers, bundles, maps].some(({ count }) => count === batchRows);
}
