import 'server-only';
import { readTaskNames } from '../task/name-tasks.ts';
import type { BulkOperationCopy } from './bulk-operation-copy.ts';
import { bulkOperationBody, bulkOperationTitle } from './bulk-operation-document.ts';
import { mostCopied } from './copy-head.ts';
import { type AskedCopy, type CopyKind, type CopyReader, headOf, isWanted } from './copy-kind.ts';
import { copyParts } from './copy-parts.ts';
import { firstOf, nothing } from './first-of.ts';

const mebibyte = 2 ** 20;
const most = {
  causes: { items: mostCopied.causes, bytes: mebibyte },
  results: { items: mostCopied.results, bytes: 8 * mebibyte },
  audit: { items: mostCopied.audit, bytes: mebibyte },
};

/** Copies of bulk operations. */
export const bulkOperationKind: CopyKind<BulkOperationCopy> = {
  read: readBulkOperationCopy,
  fileName: ({ operation }) => `operation-${operation.id}`,
  contents: ({ causes, results, audit }) => [
    { name: 'causes of refusals and failures', one: 'cause of refusals and failures', items: causes },
    { name: 'results', one: 'result', items: results },
    { name: 'records of what was done', one: 'record of what was done', items: audit },
  ],
  title: bulkOperationTitle,
  body: bulkOperationBody,
};

async function readBulkOperationCopy(
  reader: CopyReader,
  { params: { id = '' }, searchParams, abortSignal }: AskedCopy,
): Promise<BulkOperationCopy> {
  const { client, scopes } = reader;
  const isIn = {
    results: isWanted('results', searchParams),
    audit: isWanted('audit', searchParams) && scopes.includes('audit/read'),
  };
  const options = { abortSignal };
  const [operation, causes, results, audit] = await Promise.all([
    client.getBulkOperationAsync(id, options),
    firstOf(client.listBulkCausesAsync(id, options), most.causes),
    isIn.results ? firstOf(client.listBulkResultsAsync(id, options), most.results) : nothing,
    isIn.audit ? firstOf(client.listAuditAsync({ target: id, ...options }), most.audit) : nothing,
  ]);
  const taskIds = [
    ...causes.found.map(({ exampleTaskId }) => exampleTaskId),
    ...results.found.map(({ taskId }) => taskId),
  ];
  const names = scopes.includes('tasks/read') ? await readTaskNames(client, taskIds, abortSignal) : new Map();
  return {
    format: 'taskdeck.bulkOperation',
    ...headOf(reader),
    operation,
    causes: causes.found,
    results: results.found,
    taskNames: Object.fromEntries(names),
    audit: audit.found.map(({ sourceAddress: _address, requestId: _request, ...record }) => record),
    leftOut: copyParts.bulkOperation.filter((part) => !isIn[part]),
    isCut: { causes: causes.isCut, results: results.isCut, audit: audit.isCut },
  };
}
