'use client';
import { useQuery } from '@tanstack/react-query';
import type { AuditRecord, ErrorGroup } from '#contract';
import { AuditLines } from '@/components/audit/audit-lines.tsx';
import { useMay } from '../../access/scopes-context.tsx';
import type { ListPage } from '../../list/page.ts';
import { ReadCard } from '../../problem/parts/read-card.tsx';
import { fetchJson } from '../../query/fetch-json.ts';
import { errorKeys } from '../error-queries.ts';

/** Who did what about a cause, newest first. Without the scope for the audit trail, the last decision alone. */
export function DoneAbout({ group }: { group: ErrorGroup }) {
  const { may, reason } = useMay('audit/read');
  const query = useQuery({
    queryKey: [...errorKeys.audit(group.id), group.changedOn, group.name, group.owner],
    queryFn: ({ signal }) => fetchJson<ListPage<AuditRecord>>(auditPath(group.id), { signal }),
    enabled: may,
  });
  return (
    <ReadCard
      title="What was done"
      query={query}
      reason={may ? undefined : reason}
      emptyWords={({ value }) => (value.length === 0 ? 'Nobody has named, assigned, muted or resolved it.' : undefined)}
    >
      {({ value }) => <AuditLines records={value} />}
    </ReadCard>
  );
}

function auditPath(id: string): string {
  return `/api/audit?${new URLSearchParams({ target: id })}`;
}
