import 'server-only';
import type { TaskClient } from '#client';
import {
  type BulkCause,
  type BulkOperation,
  type BulkResult,
  bulkOperationListQuery,
  bulkResultListQuery,
} from '#contract';
import type { Named } from '@/components/task/task-names.ts';
import { readListOptions } from '../list/list-options.ts';
import { type ListPage, readPage } from '../list/page.ts';
import { type NameReader, nameTasks } from '../task/name-tasks.ts';

/** A page of the bulk operations, newest first. */
export function readBulkOperations(
  client: TaskClient,
  params: URLSearchParams,
  abortSignal?: AbortSignal,
): Promise<ListPage<BulkOperation>> {
  const { continuationToken, maxPageSize, ...filter } = readListOptions(bulkOperationListQuery, params);
  return readPage(client.listBulkOperationsAsync({ ...filter, abortSignal }), { continuationToken, maxPageSize });
}

/** A page of what became of the tasks of an operation, with their names. */
export async function readBulkResults(
  reader: NameReader,
  id: string,
  params: URLSearchParams,
): Promise<ListPage<Named<BulkResult>>> {
  const { continuationToken, maxPageSize, ...filter } = readListOptions(bulkResultListQuery, params);
  const results = reader.client.listBulkResultsAsync(id, { ...filter, abortSignal: reader.signal });
  const page = await readPage(results, { continuationToken, maxPageSize });
  return { ...page, value: await nameTasks(reader, page.value, ({ taskId }) => [taskId]) };
}

/** An operation with its most frequent causes of refusals and failures. */
export type ShownBulkOperation = { operation: BulkOperation; causes: Named<BulkCause>[] };

const causesShown = 20;

/** Reads an operation and its causes. Causes are read only where there are any. */
export async function readBulkOperation(reader: NameReader, id: string): Promise<ShownBulkOperation> {
  const { client, signal: abortSignal } = reader;
  const operation = await client.getBulkOperationAsync(id, { abortSignal });
  if (operation.failed + operation.refused === 0) return { operation, causes: [] };
  const { value } = await readPage(client.listBulkCausesAsync(id, { abortSignal }), { maxPageSize: causesShown });
  return { operation, causes: await nameTasks(reader, value, ({ exampleTaskId }) => [exampleTaskId]) };
}
