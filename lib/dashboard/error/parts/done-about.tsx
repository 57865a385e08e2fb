'use client';
import { useQuery } from '@tanstack/react-query';
import type { AuditRecord, ErrorGroup } from '#contract';
import { operationWords } from '@/components/audit/operation-words.ts';
import { Card, CardEmpty } from '@/components/ui/card.tsx';
import { Time } from '@/components/ui/time.tsx';
import { useMay } from '../../access/scopes-context.tsx';
import type { ListPage } from '../../list/page.ts';
import { fetchJson } from '../../query/fetch-json.ts';
import { errorKeys } from '../error-queries.ts';

/** Who did what about a cause, newest first. Without the scope for the audit trail, the last decision alone. */
export function DoneAbout({ group }: { group: ErrorGroup }) {
  const { may, reason } = useMay('audit/read');
  const { data } = useQuery({
    queryKey: [...errorKeys.audit(group.id), group.changedOn, group.name, group.owner],
    queryFn: ({ signal }) => fetchJson<ListPage<AuditRecord>>(auditPath(group.id), { signal }),
    enabled: may,
  });
  const records = data?.value ?? [];
  return (
    <Card title="What was done">
      {!may ? (
        <CardEmpty>{reason}</CardEmpty>
      ) : records.length === 0 ? (
        <CardEmpty>Nobody has named, assigned, muted or resolved it.</CardEmpty>
      ) : (
        <ul className="divide-y divide-line border-line border-t text-sm">
          {records.map((record) => (
            <li key={record.id} className="flex flex-wrap gap-x-3 px-3 py-1.5">
              <Time value={record.occurredOn} className="text-muted" />
              <span className="font-medium">{record.identity.name}</span>
              <span>{operationWords(record.operation)}</span>
              <span className="min-w-0 truncate text-muted">{record.detail}</span>
              {record.outcome !== 'succeeded' && <span className="text-danger">{record.outcome}</span>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function auditPath(id: string): string {
  return `/api/audit?${new URLSearchParams({ target: id })}`;
}
