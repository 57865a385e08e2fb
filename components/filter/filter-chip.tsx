'use client';
import { TriangleAlert, X } from 'lucide-react';
import { cn } from '@/components/ui/class-names.ts';
import { type Clause, printClause } from './clause.ts';

/** Returns the words for a value that is an id, such as the message of an error; `undefined` where there are none. */
export type ValueWords = (key: string, value: string) => string | undefined;

type Props = {
  clause: Clause;
  /** The key's label; the key itself where no filter is called so. */
  label: string | undefined;
  wordsOf?: ValueWords | undefined;
  problem: string | undefined;
  onEdit: () => void;
  onRemove: () => void;
};

/** One condition as a chip: choosing it edits it, its cross takes it away. Its name is what it shows. */
export function FilterChip({ clause, label, wordsOf, problem, onEdit, onRemove }: Props) {
  const field = clause.kind === 'field' ? (label ?? `${clause.key}:`) : undefined;
  const words = clause.kind === 'field' ? valuesIn(clause, wordsOf) : `“${clause.text}”`;
  const name = field === undefined ? words : `${field} ${words}`;
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
        aria-label={`Edit the condition ${name}${problem ? `, which is not applied: ${problem}` : ''}`}
        title={problem ?? printClause(clause)}
        onClick={onEdit}
      >
        {problem && <TriangleAlert aria-hidden className="size-3 shrink-0" />}
        <span className="truncate">
          {field !== undefined && (
            <>
              <span className={cn(!problem && 'text-muted')}>{field}</span>{' '}
            </>
          )}
          <span className={cn(field !== undefined && 'font-medium')}>{words}</span>
        </span>
      </button>
      <button
        type="button"
        className="grid size-6 shrink-0 place-items-center rounded-r hover:bg-hover"
        aria-label={`Remove the condition ${name}`}
        onClick={onRemove}
      >
        <X aria-hidden className="size-3" />
      </button>
    </li>
  );
}

function valuesIn({ key, values }: Extract<Clause, { kind: 'field' }>, wordsOf?: ValueWords): string {
  return values.map((value) => wordsOf?.(key, value) ?? value).join(' or ');
}
