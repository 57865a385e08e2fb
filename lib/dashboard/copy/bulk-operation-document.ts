import {
  bulkLimitWords,
  bulkNow,
  bulkResultNames,
  bulkSelectionWords,
  bulkTitle,
  resultWord,
  whyWords,
} from '@/components/bulk/bulk-words.ts';
import { nameOfTask } from '@/components/task/task-names.ts';
import { auditTable } from './audit-table.ts';
import type { BulkOperationCopy } from './bulk-operation-copy.ts';
import { bar, factTable, listTable } from './document-tables.ts';
import { type Html, html } from './html.ts';

/** The title of a copy of a bulk operation. */
export function bulkOperationTitle({ operation }: BulkOperationCopy): string {
  return `${bulkTitle(operation)}: ${operation.status}`;
}

/** The page of a copy of a bulk operation, without its head. */
export function bulkOperationBody(copy: BulkOperationCopy): Html {
  return html`${factsOf(copy)}
${figuresOf(copy)}
${causesOf(copy)}
${resultsOf(copy)}
${auditTable(copy.audit)}`;
}

function factsOf({ operation }: BulkOperationCopy): Html {
  return factTable([
    ['Acts on', bulkSelectionWords(operation.selection)],
    ['Reason', operation.reason],
    ['Created', `${operation.createdOn} by ${operation.createdBy}`],
    ['Starts', operation.startsOn],
    ['Ended', operation.endedOn],
    ['Now', bulkNow(operation)],
    ...bulkLimitWords(operation).map((limit) => ['Limit', limit] as const),
    ['Operation', operation.id],
  ]);
}

function figuresOf({ operation }: BulkOperationCopy): Html | undefined {
  const rows = bulkResultNames.map((name) => [
    resultWord(name, operation),
    operation[name],
    bar(operation[name], operation.total),
  ]);
  return listTable('Tasks by result', ['Result', 'Tasks', ''], rows);
}

function causesOf({ causes, taskNames }: BulkOperationCopy): Html | undefined {
  const rows = causes.map(({ status, code, message, count, exampleTaskId }) => [
    count,
    status,
    whyWords({ code, message }),
    nameOfTask(taskNames, exampleTaskId),
    exampleTaskId,
  ]);
  return listTable('Refused and failed, by cause', ['Tasks', 'Result', 'Why', 'One of them', 'Id'], rows);
}

function resultsOf({ operation, results, taskNames }: BulkOperationCopy): Html | undefined {
  const rows = results.map(({ taskId, runCount, status, code, message, actedOn }) => [
    nameOfTask(taskNames, taskId),
    taskId,
    runCount,
    resultWord(status, operation),
    actedOn,
    whyWords({ code, message }),
  ]);
  return listTable('Results', ['Task', 'Id', 'Run', 'Result', 'Acted on', 'Why'], rows);
}
