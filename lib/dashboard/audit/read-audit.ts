import 'server-only';
import { type AuditRecord, auditListQuery } from '#contract';
import type { ShownRecord } from '@/components/audit/audit-columns.tsx';
import { readListOptions } from '../list/list-options.ts';
import { type ListPage, readPage } from '../list/page.ts';
import { type NameReader, nameTasks } from '../task/name-tasks.ts';
import { nameTargets } from './name-targets.ts';

/** A page of the audit trail, newest first, with the names of what was acted on. */
export async function readAudit(reader: NameReader, params: URLSearchParams): Promise<ListPage<ShownRecord>> {
  const { continuationToken, maxPageSize, ...filter } = readListOptions(auditListQuery, params);
  const records = reader.client.listAuditAsync({ ...filter, abortSignal: reader.signal });
  const page = await readPage(records, { continuationToken, maxPageSize });
  const taskOf = ({ target }: AuditRecord) => (target?.kind === 'task' ? target.id : undefined);
  const withTasks = await nameTasks(reader, page.value, (record) => [taskOf(record)]);
  return { ...page, value: await nameTargets(reader, withTasks) };
}
