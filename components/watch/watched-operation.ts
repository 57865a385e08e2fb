import { type BulkOperation, numberText } from '#contract';
import { bulkTitle, capitalised, isBulkActive } from '../bulk/bulk-words.ts';
import type { WatchedOperation, WatchNotice } from './watched.ts';

export function watchedOperationOf(operation: BulkOperation): WatchedOperation {
  return { kind: 'operation', id: operation.id, name: bulkTitle(operation), status: operation.status };
}

/** What there is to tell when an operation moved, where `undefined` means that it was deleted. */
export function operationNotice(before: WatchedOperation, now: BulkOperation | undefined): WatchNotice | undefined {
  if (now === undefined) return { title: before.name, body: 'It was deleted.', isBad: true, isOver: true };
  if (now.status === before.status) return undefined;
  const title = bulkTitle(now);
  const failures = now.failed === 0 ? '' : ` ${numberText(now.failed)} failed.`;
  const isOver = !isBulkActive(now);
  const isBad = now.failed > 0 || now.status === 'stopped';
  if (isOver) return { title, body: `${capitalised(now.status)}.${failures}`, isBad, isOver };
  if (now.status === 'paused') return { title, body: `It was paused.${failures}`, isBad, isOver };
  if (before.status === 'paused') return { title, body: 'It is running again.', isBad: false, isOver };
  return undefined;
}
