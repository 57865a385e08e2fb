import { type BulkOperation, numberText } from '#contract';
import { cn } from '@/components/ui/class-names.ts';
import { bulkResultNames, resultWord } from './bulk-words.ts';

type ResultName = (typeof bulkResultNames)[number];
type Counted = Pick<BulkOperation, ResultName | 'total'>;

const colors: Readonly<Record<ResultName, string>> = {
  succeeded: 'bg-positive',
  running: 'bg-active',
  refused: 'bg-caution',
  failed: 'bg-danger',
  pending: 'bg-idle-soft',
};

/** How many tasks have which result, as a bar. The figures stand beside it in words. */
export function BulkBar({ operation, className }: { operation: Counted; className?: string }) {
  return (
    <span aria-hidden className={cn('flex h-1.5 w-full overflow-hidden rounded-full bg-idle-soft', className)}>
      {bulkResultNames.map((name) =>
        operation[name] === 0 ? null : (
          <span
            key={name}
            className={cn('min-w-1', colors[name])}
            style={{ width: `${(operation[name] / operation.total) * 100}%` }}
          />
        ),
      )}
    </span>
  );
}

/** The figures of an operation: how many tasks have which result. */
export function BulkFigures({ operation }: { operation: Counted & Pick<BulkOperation, 'status'> }) {
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2">
      {bulkResultNames.map((name) => (
        <div key={name} className="flex flex-col">
          <dt className="flex items-center gap-1.5 text-muted text-xs">
            <span aria-hidden className={cn('size-2 rounded-full', colors[name])} /> {resultWord(name, operation)}
          </dt>
          <dd className="tabular font-semibold text-base">{numberText(operation[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

/** How many of all tasks were acted on: `312 of 600`. How many match is not known before it starts. */
export function bulkShare({ status, total, pending }: Pick<BulkOperation, 'status' | 'total' | 'pending'>): string {
  if (status === 'scheduled') return 'Starts soon';
  return `${numberText(total - pending)} of ${numberText(total)}`;
}
