'use client';
import Link from 'next/link';
import type { ReactNode } from 'react';
import type { AuditRecord } from '#contract';
import { type Clause, fieldClause } from '@/components/filter/clause.ts';
import type { Column } from '@/components/table/column.ts';
import { FilterCell } from '@/components/task/filter-cell.tsx';
import { TaskLink } from '@/components/task/task-link.tsx';
import type { TaskNames } from '@/components/task/task-names.ts';
import { MiddleCut } from '@/components/ui/middle-cut.tsx';
import { Time } from '@/components/ui/time.tsx';
import { operationWords, withReadableSizes } from './operation-words.ts';
import { OutcomeBadge } from './outcome-badge.tsx';
import { type AuditTarget, changesPath, targetPath } from './target-path.ts';

/** A record, with the names of its task and of what else was acted on where the list has read them. */
export type ShownRecord = AuditRecord & { taskNames?: TaskNames; targetName?: string };

/** The columns of the audit trail; `onFilter` adds a condition to the filter, where there is one. */
export function auditColumns(onFilter?: (clause: Clause) => void): Column<ShownRecord>[] {
  return [
    {
      id: 'when',
      header: 'When',
      width: '9rem',
      card: 'detailEnd',
      cell: (record) => <Time value={record.occurredOn} milliseconds />,
    },
    {
      id: 'who',
      header: 'Who',
      width: 'minmax(6.5rem, 1fr)',
      cell: ({ identity, target }) => (
        <Filterable
          label={`who ${identity.name}`}
          clause={fieldClause('who', identity.id || identity.name)}
          onFilter={onFilter}
        >
          {target === undefined ? <Person identity={identity} /> : identity.name || identity.kind}
        </Filterable>
      ),
    },
    {
      id: 'what',
      header: 'What',
      width: 'minmax(7.5rem, 1fr)',
      card: 'title',
      cell: ({ operation, identity }) => (
        <Filterable label={`operation ${operation}`} clause={fieldClause('operation', operation)} onFilter={onFilter}>
          <span className="font-medium">{operationWords(operation)}</span>
          <span className="text-muted text-xs sm:hidden"> by {identity.name || identity.kind}</span>
        </Filterable>
      ),
    },
    {
      id: 'target',
      header: 'On',
      width: 'minmax(9rem, 2fr)',
      card: 'detail',
      cell: ({ target, taskNames, targetName }) =>
        target === undefined ? (
          <span className="text-muted">–</span>
        ) : (
          <Filterable label={`target ${target.id}`} clause={fieldClause('target', target.id)} onFilter={onFilter}>
            <Target target={target} taskNames={taskNames} name={targetName} />
          </Filterable>
        ),
    },
    {
      id: 'outcome',
      header: 'Outcome',
      width: '5rem',
      card: 'end',
      cell: ({ outcome }) => (
        <Filterable label={`outcome ${outcome}`} clause={fieldClause('outcome', outcome)} onFilter={onFilter}>
          <OutcomeBadge outcome={outcome} />
        </Filterable>
      ),
    },
    {
      id: 'detail',
      header: 'Detail',
      width: 'minmax(8rem, 2fr)',
      cell: ({ detail }) => (
        <span className="text-muted" title={detail}>
          {detail && withReadableSizes(detail)}
        </span>
      ),
    },
    {
      id: 'from',
      header: 'From',
      width: '8rem',
      dropOrder: 1,
      cell: ({ sourceAddress }) => <span className="font-mono text-muted text-xs">{sourceAddress}</span>,
    },
  ];
}

type FilterableProps = {
  label: string;
  clause: Clause;
  onFilter: ((clause: Clause) => void) | undefined;
  children: ReactNode;
};

/** A value that the list can be filtered by, where it has a filter. */
function Filterable({ label, clause, onFilter, children }: FilterableProps) {
  if (onFilter === undefined) return children;
  return (
    <FilterCell label={label} onFilter={() => onFilter(clause)}>
      {children}
    </FilterCell>
  );
}

/** Who made a change, as a link to all changes of theirs. */
export function Person({ identity }: Pick<AuditRecord, 'identity'>) {
  const name = identity.name || identity.kind;
  const who = identity.id || identity.name;
  if (who === '') return <>{name}</>;
  return (
    <Link
      href={changesPath('who', who)}
      prefetch={false}
      aria-label={`All changes by ${name}`}
      title={`All changes by ${name}`}
      className="underline decoration-line underline-offset-2 hover:decoration-ink"
      onClick={(event) => event.stopPropagation()}
    >
      {name}
    </Link>
  );
}

type TargetProps = { target: AuditTarget; taskNames?: TaskNames | undefined; name?: string | undefined };

/** What was acted on, as a link. It is called by its name where that is known. */
export function Target({ target, taskNames = {}, name = target.id }: TargetProps) {
  if (target.kind === 'task')
    return (
      <TaskLink
        taskId={target.id}
        names={taskNames}
        className="underline decoration-line underline-offset-2 hover:decoration-ink"
      />
    );
  return (
    <span className="flex min-w-0 items-baseline gap-1">
      <span className="shrink-0 text-muted text-xs">{kindWords[isStore(target) ? 'store' : target.kind]}</span>
      <Link
        href={targetPath(target)}
        prefetch={false}
        title={target.id}
        aria-label={name}
        className="flex min-w-0 underline decoration-line underline-offset-2 hover:decoration-ink"
        onClick={(event) => event.stopPropagation()}
      >
        <MiddleCut text={name} />
      </Link>
    </span>
  );
}

/** A change of many entries is one of their store. */
const isStore = ({ kind, id }: AuditTarget) => kind === 'state' && !id.includes('/');

const kindWords: Readonly<Record<Exclude<AuditTarget['kind'], 'task'>, string>> = {
  bulkOperation: 'operation',
  store: 'store',
  state: 'entry',
  blob: 'blob',
  lock: 'lock',
  operator: 'operator',
  apiKey: 'API key',
  secret: 'secret',
  errorGroup: 'error',
  alert: 'alert',
  reveal: 'reveal',
  view: 'view',
  approval: 'request',
  quota: 'limits',
  valueIndex: 'index',
};
