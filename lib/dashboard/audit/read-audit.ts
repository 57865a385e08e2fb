import 'server-only';
import type { TaskClient } from '#client';
import { type AuditRecord, auditListQuery } from '#contract';
import { readListOptions } from '../list/list-options.ts';
import { type ListPage, readPage } from '../list/page.ts';

/** A page of the audit trail, newest first. */
export function readAudit(
  client: TaskClient,
  params: URLSearchParams,
  abortSignal?: AbortSignal,
): Promise<ListPage<AuditRecord>> {
  const { continuationToken, maxPageSize, ...filter } = readListOptions(auditListQuery, params);
  return readPage(client.listAuditAsync({ ...filter, abortSignal }), { continuationToken, maxPageSize });
}
