'use client';
import { TriangleAlert, X } from 'lucide-react';
import { cn } from '@/components/ui/class-names.ts';
import { type Clause, printClause } from './clause.ts';

type Props = {
  clause: Clause;
  /** The key's label; the key itself where no filter is called so. */
  label: string | undefined;
  problem: string | undefined;
  onEdit: () => void;
  onRemove: () => void;
};

/** One condition as a chip: choosing it edits it, its cross takes it away. */
export function FilterChip({ clause, label, problem, onEdit, onRemove }: Props) {
  const text = printClause(clause);
  return (
    <li
      className={cn(
        'inline-flex h-6 max-w-full items-center rounded border text-xs',
        problem ? 'border-danger bg-danger-soft text-danger' : 'border-line bg-sunken text-ink',
      )}
    >
      <button
        type="button"
        className="inline-flex min-w-0 items-center gap-1 rounded-l px-1.5"
        aria-label={`Edit the condition ${text}${problem ? `, which is not applied: ${problem}` : ''}`}
        title={problem ?? text}
        onClick={onEdit}
      >
        {problem && <TriangleAlert aria-hidden className="size-3 shrink-0" />}
        <ChipText clause={clause} label={label} isBroken={problem !== undefined} />
      </button>
      <button
        type="button"
        className="grid size-6 shrink-0 place-items-center rounded-r hover:bg-hover"
        aria-label={`Remove the condition ${text}`}
        onClick={onRemove}
      >
        <X aria-hidden className="size-3" />
      </button>
    </li>
  );
}

function ChipText({ clause, label, isBroken }: { clause: Clause; label: string | undefined; isBroken: boolean }) {
  if (clause.kind === 'text') return <span className="truncate">“{clause.text}”</span>;
  return (
    <span className="truncate">
      <span className={cn(!isBroken && 'text-muted')}>{label ?? `${clause.key}:`}</span>{' '}
      <span className="font-medium">{clause.values.join(' or ')}</span>
    </span>
  );
}
