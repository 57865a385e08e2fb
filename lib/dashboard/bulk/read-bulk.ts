import 'server-only';
import type { TaskClient } from '#client';
import {
  type BulkCause,
  type BulkOperation,
  type BulkResult,
  bulkOperationListQuery,
  bulkResultListQuery,
} from '#contract';
import { bulkTitle } from '@/components/bulk/bulk-words.ts';
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
export type ShownBulkOperation = {
  operation: BulkOperation;
  causes: Named<BulkCause>[];
  /** What the earlier operation does whose tasks it acts on. Absent where there is none, or none that can be read. */
  earlierTitle?: string;
};

const causesShown = 20;

/** Reads an operation, its causes and the title of the operation that its tasks are of. Causes are read only where there are any. */
export async function readBulkOperation(reader: NameReader, id: string): Promise<ShownBulkOperation> {
  const { client, signal: abortSignal } = reader;
  const operation = await client.getBulkOperationAsync(id, { abortSignal });
  const earlier = await readEarlierTitle(reader, operation);
  const shown = { operation, ...(earlier === undefined ? {} : { earlierTitle: earlier }) };
  if (operation.failed + operation.refused === 0) return { ...shown, causes: [] };
  const { value } = await readPage(client.listBulkCausesAsync(id, { abortSignal }), { maxPageSize: causesShown });
  return { ...shown, causes: await nameTasks(reader, value, ({ exampleTaskId }) => [exampleTaskId]) };
}

/** None is better than a failure: the earlier operation may be deleted. */
async function readEarlierTitle({ client, signal: abortSignal }: NameReader, { selection }: BulkOperation) {
  if (selection.operation === undefined) return undefined;
  const earlier = await client.getBulkOperationAsync(selection.operation, { abortSignal }).catch(() => undefined);
  return earlier && bulkTitle(earlier);
}
