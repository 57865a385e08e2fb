import 'server-only';
import type { TaskClient } from '#client';
import {
  type BulkCause,
  type BulkOperation,
  type BulkResult,
  bulkOperationListQuery,
  bulkResultListQuery,
} from '#contract';
import { readListOptions } from '../list/list-options.ts';
import { type ListPage, readPage } from '../list/page.ts';

/** A page of the bulk operations, newest first. */
export function readBulkOperations(
  client: TaskClient,
  params: URLSearchParams,
  abortSignal?: AbortSignal,
): Promise<ListPage<BulkOperation>> {
  const { continuationToken, maxPageSize, ...filter } = readListOptions(bulkOperationListQuery, params);
  return readPage(client.listBulkOperationsAsync({ ...filter, abortSignal }), { continuationToken, maxPageSize });
}

/** A page of what became of the tasks of an operation. */
export function readBulkResults(
  client: TaskClient,
  id: string,
  params: URLSearchParams,
  abortSignal?: AbortSignal,
): Promise<ListPage<BulkResult>> {
  const { continuationToken, maxPageSize, ...filter } = readListOptions(bulkResultListQuery, params);
  return readPage(client.listBulkResultsAsync(id, { ...filter, abortSignal }), { continuationToken, maxPageSize });
}

/** An operation with its most frequent causes of refusals and failures. */
export type ShownBulkOperation = { operation: BulkOperation; causes: BulkCause[] };

const causesShown = 20;

/** Reads an operation and its causes. Causes are read only where there are any. */
export async function readBulkOperation(
  client: TaskClient,
  id: string,
  abortSignal?: AbortSignal,
): Promise<ShownBulkOperation> {
  const operation = await client.getBulkOperationAsync(id, { abortSignal });
  if (operation.failed + operation.refused === 0) return { operation, causes: [] };
  const { value } = await readPage(client.listBulkCausesAsync(id, { abortSignal }), { maxPageSize: causesShown });
  return { operation, causes: value };
}
