import { auditListQuery } from '#contract';
import { readListOptions } from '@/lib/dashboard/list-options.ts';
import { readPage } from '@/lib/dashboard/page.ts';
import { readRoute } from '@/lib/dashboard/read-route.ts';

export const GET = readRoute(({ client, searchParams, signal }) => {
  const { continuationToken, maxPageSize, ...filter } = readListOptions(auditListQuery, searchParams);
  return readPage(client.listAuditAsync({ ...filter, abortSignal: signal }), { continuationToken, maxPageSize });
});
