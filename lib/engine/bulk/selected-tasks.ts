import { createHash } from 'node:crypto';
import { type BulkSelection, bulkTaskType } from '#contract';
import type { Database } from '#database';
import { findKeys } from './collect-items.ts';
import { readOperation } from './operation-row.ts';

const batchSize = 20_000;

type Selected = { keys: number[]; missing: number; isMore: boolean };

/** Reads the keys of the tasks that a selection means now, in batches. */
export async function* selectedKeys(database: Database, selection: BulkSelection): AsyncGenerator<Selected> {
  if ('filter' in selection) {
    let after: number | undefined = 0;
    while (after !== undefined) {
      const found: Awaited<ReturnType<typeof findKeys>> = await findKeys(database, selection.filter, after);
      after = found.next;
      yield { keys: found.keys, missing: 0, isMore: after !== undefined };
    }
  } else if ('ids' in selection) {
    const ids = [...new Set(selection.ids)];
    const rows = await database<{ key: number }[]>`
      select t.key from unnest(${ids}::text[]) with ordinality i (id, position) join task t on t.id = i.id
      order by i.position`;
    yield { keys: rows.map(({ key }) => key), missing: ids.length - rows.length, isMore: false };
  } else {
    const { key } = await readOperation(database, selection.operation);
    let after: number | undefined = 0;
    while (after !== undefined) {
      const rows: { position: number; task_key: number | null }[] = await database`
        select i.position, t.key as task_key from bulk_item i left join task t on t.key = i.task_key
        where i.operation_key = ${key} and i.status = any(${selection.results}::text[]) and i.position > ${after}
        order by i.position limit ${batchSize}`;
      const keys = rows.flatMap(({ task_key }) => task_key ?? []);
      after = rows.length < batchSize ? undefined : rows.at(-1)?.position;
      yield { keys, missing: rows.length - keys.length, isMore: after !== undefined };
    }
  }
}

/**
 * Returns the tasks that a selection means now: their ids, and a text that is another one for other tasks, also for a later
 * task of the same id. `undefined` when there are more than `most`.
 */
export async function findSelectedTasks(
  database: Database,
  selection: BulkSelection,
  most: number,
): Promise<{ ids: string[]; fingerprint: string } | undefined> {
  const ids: string[] = [];
  const digest = createHash('sha256');
  for await (const { keys } of selectedKeys(database, selection)) {
    const rows = await database<{ id: string; key: number }[]>`
      select id, key from task where key = any(${keys}::bigint[]) and (${!('filter' in selection)} or type <> ${bulkTaskType})
      order by key limit ${most + 1 - ids.length}`;
    for (const { id, key } of rows) {
      ids.push(id);
      digest.update(`${key},`);
    }
    if (ids.length > most) return undefined;
  }
  return { ids, fingerprint: digest.digest('base64url') };
}
