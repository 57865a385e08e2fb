'use client';
import { useQuery } from '@tanstack/react-query';
import type { AuditRecord, ErrorGroup } from '#contract';
import { operationWords, withReadableSizes } from '@/components/audit/operation-words.ts';
import { Time } from '@/components/ui/time.tsx';
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
      {({ value }) => (
        <ul className="divide-y divide-line border-line border-t text-sm">
          {value.map((record) => (
            <li key={record.id} className="flex flex-wrap gap-x-3 px-3 py-1.5">
              <Time value={record.occurredOn} className="text-muted" />
              <span className="font-medium">{record.identity.name}</span>
              <span>{operationWords(record.operation)}</span>
              <span className="min-w-0 truncate text-muted">{record.detail && withReadableSizes(record.detail)}</span>
              {record.outcome !== 'succeeded' && <span className="text-danger">{record.outcome}</span>}
            </li>
          ))}
        </ul>
      )}
    </ReadCard>
  );
}

function auditPath(id: string): string {
  return `/api/audit?${new URLSearchParams({ target: id })}`;
}
