import type { Database } from '#database';

const batchTasks = 1_000;

/**
 * Adds the next tasks to the search index, in the order of their keys. Tasks of the last ten seconds are left for
 * later, because a transaction that began before may still commit a lower key. One process does it at a time. Resolves
 * with whether there may be more.
 */
export async function indexBatch(database: Database): Promise<boolean> {
  const [row] = await database<{ indexed: number }[]>`
    with progress as materialized (
      select task_key from search_progress for update skip locked
    ), batch as materialized (
      select t.key, t.id, t.name, t.type from progress, lateral (
        select * from task where key > progress.task_key order by key limit ${batchTasks}
      ) t where t.created_on < now() - interval '10 seconds'
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
