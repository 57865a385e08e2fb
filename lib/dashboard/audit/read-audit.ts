import 'server-only';
import { type AuditRecord, auditListQuery } from '#contract';
import type { Named } from '@/components/task/task-names.ts';
import { readListOptions } from '../list/list-options.ts';
import { type ListPage, readPage } from '../list/page.ts';
import { type NameReader, nameTasks } from '../task/name-tasks.ts';

/** A page of the audit trail, newest first, with the names of the tasks that were acted on. */
export async function readAudit(reader: NameReader, params: URLSearchParams): Promise<ListPage<Named<AuditRecord>>> {
  const { continuationToken, maxPageSize, ...filter } = readListOptions(auditListQuery, params);
  const records = reader.client.listAuditAsync({ ...filter, abortSignal: reader.signal });
  const page = await readPage(records, { continuationToken, maxPageSize });
  const taskOf = ({ target }: AuditRecord) => (target?.kind === 'task' ? target.id : undefined);
  return { ...page, value: await nameTasks(reader, page.value, (record) => [taskOf(record)]) };
}
