'use client';
import { useQuery } from '@tanstack/react-query';
import type { AuditRecord, ErrorGroup } from '#contract';
import { operationWords, withReadableSizes } from '@/components/audit/operation-words.ts';
import { Card, CardEmpty, CardReading } from '@/components/ui/card.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { Time } from '@/components/ui/time.tsx';
import { useMay } from '../../access/scopes-context.tsx';
import type { ListPage } from '../../list/page.ts';
import { problemOf } from '../../problem/problem.ts';
import { fetchJson } from '../../query/fetch-json.ts';
import { errorKeys } from '../error-queries.ts';

/** Who did what about a cause, newest first. Without the scope for the audit trail, the last decision alone. */
export function DoneAbout({ group }: { group: ErrorGroup }) {
  const { may, reason } = useMay('audit/read');
  const { data, error, refetch } = useQuery({
    queryKey: [...errorKeys.audit(group.id), group.changedOn, group.name, group.owner],
    queryFn: ({ signal }) => fetchJson<ListPage<AuditRecord>>(auditPath(group.id), { signal }),
    enabled: may,
  });
  return (
    <Card title="What was done">
      {!may ? (
        <CardEmpty>{reason}</CardEmpty>
      ) : error !== null ? (
        <ErrorState
          className="m-3"
          title="It could not be read"
          problem={problemOf(error)}
          onRetry={() => void refetch()}
        />
      ) : data === undefined ? (
        <CardReading />
      ) : data.value.length === 0 ? (
        <CardEmpty>Nobody has named, assigned, muted or resolved it.</CardEmpty>
      ) : (
        <ul className="divide-y divide-line border-line border-t text-sm">
          {data.value.map((record) => (
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
    </Card>
  );
}

function auditPath(id: string): string {
  return `/api/audit?${new URLSearchParams({ target: id })}`;
}
