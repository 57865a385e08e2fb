import { z } from 'zod';
import { type Page, type Paging, type StateAccess, type StateAccessRecord, timestampInput } from '#contract';
import { decodePageToken, isOfRemovedRun, matchingNames, pageFrom } from '#database';
import type { StateContext } from '../context.ts';
import type { EntryAddress } from '../records.ts';
import { storeForReading } from '../stores/store-for-reading.ts';

type Row = {
  access: StateAccess;
  version: number | null;
  task_key: number;
  task_id: string;
  task_type: string;
  run_count: number;
  sequence: number;
  step_name: string;
  occurred_on: string;
};

const position = z.tuple([timestampInput, z.int(), z.int(), z.int32(), z.string()]);

/** `types` and `queues`: only of these tasks. They can be prefixes followed by `*`. */
type Filter = Paging & {
  types?: readonly string[] | undefined;
  queues?: readonly string[] | undefined;
};

/** Lists the steps of recent runs that read or wrote an entry, newest first. */
export async function listAccess(
  { database }: Pick<StateContext, 'database'>,
  address: EntryAddress,
  { maxPageSize, continuationToken, types, queues }: Filter,
): Promise<Page<StateAccessRecord>> {
  const { storeName, id } = address;
  const store = await storeForReading(database, address);
  const list = ['access', store.key, id];
  const before = decodePageToken(list, continuationToken, position);
  const rows = await database<Row[]>`
    select a.access, a.version, a.task_key, t.id as task_id, t.type as task_type, a.run_count, a.sequence,
      s.name as step_name, a.occurred_on
    from state_access a
    join task t on t.key = a.task_key
    join step s on s.task_key = a.task_key and s.run_count = a.run_count and s.sequence = a.sequence
    where a.store_key = ${store.key} and a.id = ${id}
      and not ${isOfRemovedRun(database, database`a.task_key`, database`a.run_count`)}
      ${types === undefined ? database`` : database`and ${matchingNames(database, database`t.type`, types)}`}
      ${queues === undefined ? database`` : database`and ${matchingNames(database, database`t.queue`, queues)}`}
      ${
        before === undefined
          ? database``
          : database`and (a.occurred_on, a.task_key, a.run_count, a.sequence, a.access)
            < (${before[0]}::timestamptz, ${before[1]}, ${before[2]}, ${before[3]}, ${before[4]})`
      }
    order by a.occurred_on desc, a.task_key desc, a.run_count desc, a.sequence desc, a.access desc
    limit ${maxPageSize + 1}`;
  const convert = (row: Row): StateAccessRecord => ({
    storeName,
    id,
    access: row.access,
    ...(row.version !== null && { version: row.version }),
    taskId: row.task_id,
    taskType: row.task_type,
    runCount: row.run_count,
    sequence: row.sequence,
    stepName: row.step_name,
    occurredOn: row.occurred_on,
  });
  return pageFrom(rows, {
    list,
    maxPageSize,
    convert,
    position: (last) => [last.occurred_on, last.task_key, last.run_count, last.sequence, last.access],
  });
}
