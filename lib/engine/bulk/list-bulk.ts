import { z } from 'zod';
import {
  type Bounds,
  type BulkCause,
  type BulkOperation,
  type BulkOperationListFilter,
  type BulkResult,
  type BulkResultListFilter,
  type Page,
  type Paging,
  widerKinds,
} from '#contract';
import { containing, type Database, decodePageToken, type Fragment, pageFrom, readStored } from '#database';
import { omitAbsent } from '../rows/omit-absent.ts';
import { hasNothingHidden } from '../tasks/list/conditions.ts';
import { type OperationRow, operationRecord, readOperation, selectOperations } from './operation-row.ts';

/** Returns one bulk operation. Throws `BulkOperationNotFound`. */
export async function getBulkOperation(database: Database, id: string): Promise<BulkOperation> {
  return operationRecord(await readOperation(database, id));
}

/** Lists bulk operations, newest first: with bounds those whose creators reached no further. Throws `InvalidContinuationToken`. */
export async function listBulkOperations(
  database: Database,
  { isActive, search, maxPageSize, continuationToken }: BulkOperationListFilter,
  bounds?: Bounds,
): Promise<Page<BulkOperation>> {
  const list = 'bulk operations';
  const after = decodePageToken(list, continuationToken, z.int());
  const rows = await database<OperationRow[]>`
    ${selectOperations(database)}
    where ${after === undefined ? database`true` : database`o.key < ${after}`}
      ${isActive === true ? database`and o.ended_on is null and a.task_key is not null` : database``}
      ${isActive === false ? database`and (o.ended_on is not null or a.task_key is null)` : database``}
      ${search === undefined ? database`` : database`and concat_ws(' ', o.id, o.reason, o.creator_name) ilike ${containing(search)}`}
      ${bounds === undefined ? database`` : database`and o.creator_bounds is not null`}
    order by o.key desc limit ${maxPageSize + 1}`;
  const page = await pageFrom(rows, { list, maxPageSize, convert: (row) => row, position: ({ key }) => key });
  const reached = page.value.filter((row) => widerKinds(readStored<Bounds>(row.creator_bounds), bounds).length === 0);
  return { ...page, value: reached.map(operationRecord) };
}

type ResultRow = {
  position: number;
  task_id: string;
  status: BulkResult['status'];
  run_count: number | null;
  code: string | null;
  message: string | null;
  acted_on: string | null;
  ended_on: string | null;
};

/** Lists what became of each task, in the order of the operation. Throws `BulkOperationNotFound`. */
export async function listBulkResults(
  database: Database,
  id: string,
  { status, search, cause, maxPageSize, continuationToken }: BulkResultListFilter,
): Promise<Page<BulkResult>> {
  const list = ['bulk results', id];
  const after = decodePageToken(list, continuationToken, z.int32()) ?? 0;
  const { key } = await readOperation(database, id);
  const rows = await database<ResultRow[]>`
    select i.position, i.task_id, i.status, i.run_count, i.code, ${messageOf(database)} as message, i.acted_on, i.ended_on
    from bulk_item i
    where i.operation_key = ${key} and i.position > ${after}
      ${status === undefined ? database`` : database`and i.status = any(${status}::text[])`}
      ${search === undefined ? database`` : database`and i.task_id ilike ${containing(search)}`}
      ${cause === undefined ? database`` : database`and i.cause = ${cause}`}
    order by i.position limit ${maxPageSize + 1}`;
  return pageFrom(rows, { list, maxPageSize, convert: resultRecord, position: ({ position }) => position });
}

function resultRecord(row: ResultRow): BulkResult {
  return omitAbsent({
    taskId: row.task_id,
    status: row.status,
    runCount: row.run_count,
    code: row.code,
    message: row.message,
    actedOn: row.acted_on,
    endedOn: row.ended_on,
  });
}

const longestMessage = 1_000;

/**
 * The message of a result `i`. That of a failure is read from its run, and left out where a sensitive pointer of the task or
 * its type hides errors by now, and when the run is deleted.
 */
function messageOf(database: Database): Fragment {
  return database`case when i.code in ('failed', 'timedOut', 'cancelled') then (
    select left((r.error ->> 'name') || ': ' || (r.error ->> 'message'), ${longestMessage}) from run r join task t on t.key = r.task_key
    where r.task_key = i.task_key and r.run_count = i.run_count and r.error is not null and ${hasNothingHidden(database)}
  ) else i.message end`;
}

type CauseRow = Omit<BulkCause, 'message' | 'exampleTaskId'> & {
  message: string | null;
  example: string;
  first: number;
  last: number;
};

/**
 * Lists the causes of refusals and failures, most frequent first, with the message of the first or the last of each that is
 * shown. Throws `BulkOperationNotFound`.
 */
export async function listBulkCauses(
  database: Database,
  id: string,
  { maxPageSize, continuationToken }: Paging,
): Promise<Page<BulkCause>> {
  const list = ['bulk causes', id];
  const after = decodePageToken(list, continuationToken, z.tuple([z.int(), z.string()]));
  const { key } = await readOperation(database, id);
  const messageAt = (position: Fragment) => database`(
    select ${messageOf(database)} from bulk_item i where i.operation_key = ${key} and i.position = ${position})`;
  const rows = await database<CauseRow[]>`
    select *, coalesce(${messageAt(database`causes.first`)}, ${messageAt(database`causes.last`)}) as message
    from (
      select cause, status, min(code) as code, count(*) as count, min(task_id) as example, min(position) as first, max(position) as last
      from bulk_item
      where operation_key = ${key} and status in ('failed', 'refused') and cause is not null
      group by cause, status
    ) causes
    where ${after === undefined ? database`true` : database`(-count, cause) > (${-after[0]}::bigint, ${after[1]}::text)`}
    order by count desc, cause limit ${maxPageSize + 1}`;
  return pageFrom(rows, {
    list,
    maxPageSize,
    convert: ({ message, example, first: _, last: __, ...same }): BulkCause => ({
      ...same,
      ...(message !== null && { message }),
      exampleTaskId: example,
    }),
    position: ({ count, cause }) => [count, cause],
  });
}
