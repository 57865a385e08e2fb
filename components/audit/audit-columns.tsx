'use client';
import Link from 'next/link';
import type { AuditRecord } from '#contract';
import type { Clause } from '@/components/filter/clause.ts';
import type { Column } from '@/components/table/column.ts';
import { FilterCell } from '@/components/task/filter-cell.tsx';
import { shortenId } from '@/components/ui/shorten-id.ts';
import { Time } from '@/components/ui/time.tsx';
import { operationWords } from './operation-words.ts';
import { OutcomeBadge } from './outcome-badge.tsx';

const field = (key: string, value: string): Clause => ({ kind: 'field', key, values: [value] });

/** The columns of the audit trail; `onFilter` adds a condition to the filter. */
export function auditColumns(onFilter: (clause: Clause) => void): Column<AuditRecord>[] {
  return [
    {
      id: 'when',
      header: 'When',
      width: '8rem',
      card: 'end',
      cell: (record) => <Time value={record.occurredOn} milliseconds />,
    },
    {
      id: 'who',
      header: 'Who',
      width: 'minmax(9rem, 1.2fr)',
      card: 'detailEnd',
      cell: ({ identity }) => (
        <FilterCell
          label={`who ${identity.name}`}
          onFilter={() => onFilter(field('who', identity.id || identity.name))}
        >
          {identity.name || identity.kind}
        </FilterCell>
      ),
    },
    {
      id: 'what',
      header: 'What',
      width: 'minmax(9rem, 1fr)',
      card: 'title',
      cell: ({ operation }) => (
        <FilterCell label={`operation ${operation}`} onFilter={() => onFilter(field('operation', operation))}>
          <span className="font-medium">{operationWords(operation)}</span>
        </FilterCell>
      ),
    },
    {
      id: 'target',
      header: 'On',
      width: 'minmax(10rem, 1.3fr)',
      card: 'detail',
      cell: ({ target }) =>
        target === undefined ? (
          <span className="text-muted">–</span>
        ) : (
          <FilterCell label={`target ${target.id}`} onFilter={() => onFilter(field('target', target.id))}>
            <Target target={target} maximum={24} />
          </FilterCell>
        ),
    },
    {
      id: 'outcome',
      header: 'Outcome',
      width: '6rem',
      cell: ({ outcome }) => (
        <FilterCell label={`outcome ${outcome}`} onFilter={() => onFilter(field('outcome', outcome))}>
          <OutcomeBadge outcome={outcome} />
        </FilterCell>
      ),
    },
    {
      id: 'detail',
      header: 'Detail',
      width: 'minmax(10rem, 2fr)',
      cell: ({ detail }) => <span className="truncate text-muted">{detail}</span>,
    },
    {
      id: 'from',
      header: 'From',
      width: 'minmax(7rem, 0.6fr)',
      cell: ({ sourceAddress }) => <span className="font-mono text-muted text-xs">{sourceAddress}</span>,
    },
  ];
}

/** What was acted on; a task or run leads to its page. */
export function Target({ target, maximum }: { target: NonNullable<AuditRecord['target']>; maximum: number }) {
  const id = (
    <span className="font-mono text-xs" title={target.id}>
      {shortenId(target.id, maximum)}
    </span>
  );
  if (target.kind !== 'task') {
    return (
      <>
        <span className="text-muted text-xs">{target.kind}</span> {id}
      </>
    );
  }
  return (
    <Link
      href={`/tasks/${encodeURIComponent(target.id)}`}
      prefetch={false}
      className="text-accent hover:underline"
      onClick={(event) => event.stopPropagation()}
    >
      {id}
    </Link>
  );
}
