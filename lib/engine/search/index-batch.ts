import { type Database, KeyHorizon, readOldestWriter, type Transactions } from '#database';

const batchTasks = 1_000;
/** Keys are compared so long after they were given out. */
const lookEveryMs = 500;
/** A transaction that takes longer is not waited for. Until then the search reads the tasks after it directly. */
const longestWaitInMs = 600_000;

/**
 * Returns the work of one batch: adds the next tasks to the search index, up to the last key that no transaction can still
 * commit. A task that is committed below the last one of the index would never be found. Resolves with whether there may be
 * more.
 */
export function searchIndexer(database: Database): () => Promise<boolean> {
  const horizon = new KeyHorizon<number>(longestWaitInMs);
  let lookedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - lookedAt >= lookEveryMs) {
      const oldestWriter = horizon.isHeldUp ? await readOldestWriter(database, 'task') : 0;
      const { given, ...transactions } = await readGiven(database);
      horizon.note(given, transactions, oldestWriter);
      lookedAt = performance.now();
    }
    return horizon.settled === undefined ? false : indexBatch(database, horizon.settled);
  };
}

async function readGiven(database: Database): Promise<Transactions & { given: number }> {
  const [row] = await database<(Transactions & { given: number })[]>`
    select coalesce(pg_sequence_last_value('task_key_seq'), 0) as given,
      pg_snapshot_xmin(pg_current_snapshot())::text::bigint as oldest,
      pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next`;
  if (row === undefined) throw new Error('a select of one row returned none');
  return row;
}

/**
 * Adds the next tasks to the search index, in the order of their keys, up to a key. One process does it at a time. Resolves
 * with whether there may be more.
 */
export async function indexBatch(database: Database, last = Number.MAX_SAFE_INTEGER): Promise<boolean> {
  const [row] = await database<{ indexed: number }[]>`
    with progress as materialized (
      select task_key from search_progress for update skip locked
    ), batch as materialized (
      select t.key, t.id, t.name, t.type from progress, lateral (
        select * from task where key > progress.task_key and key <= ${last} order by key limit ${batchTasks}
      ) t
    ), described as (
      insert into search_text (task_key, kind, body)
      select key, 't', concat_ws(' ', id, name, type) from batch
      on conflict (task_key, kind) do update set body = excluded.body
    ), moved as (
      update search_progress set task_key = (select max(key) from batch) where exists (select from batch)
    )
    select count(*) as indexed from batch`;
  return (row?.indexed ?? 0) === batchTasks;
}
