import type { AuditRecord } from '#contract';
import { Time } from '@/components/ui/time.tsx';
import { operationWords, withReadableSizes } from './operation-words.ts';

type Line = Pick<AuditRecord, 'id' | 'occurredOn' | 'identity' | 'operation' | 'detail' | 'outcome'>;

/** Who did what about one thing, one line for each record. */
export function AuditLines({ records }: { records: readonly Line[] }) {
  return (
    <ul className="divide-y divide-line border-line border-t text-sm">
      {records.map((record) => (
        <li key={record.id} className="flex flex-wrap gap-x-3 px-3 py-1.5">
          <Time value={record.occurredOn} className="text-muted" />
          <span className="font-medium">{record.identity.name}</span>
          <span>{operationWords(record.operation)}</span>
          <span className="min-w-0 truncate text-muted">{record.detail && withReadableSizes(record.detail)}</span>
          {record.outcome !== 'succeeded' && <span className="text-danger">{record.outcome}</span>}
        </li>
      ))}
    </ul>
  );
}
