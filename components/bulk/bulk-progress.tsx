import type { BulkOperation } from '#contract';
import { cn } from '@/components/ui/class-names.ts';

const parts = [
  { name: 'succeeded', color: 'bg-positive' },
  { name: 'running', color: 'bg-active' },
  { name: 'refused', color: 'bg-caution' },
  { name: 'failed', color: 'bg-danger' },
  { name: 'pending', color: 'bg-idle-soft' },
] as const;

type Counted = Pick<BulkOperation, (typeof parts)[number]['name'] | 'total'>;

/** How many tasks have which result, as a bar. The figures stand beside it in words. */
export function BulkBar({ operation, className }: { operation: Counted; className?: string }) {
  return (
    <span aria-hidden className={cn('flex h-1.5 w-full overflow-hidden rounded-full bg-idle-soft', className)}>
      {parts.map(({ name, color }) =>
        operation[name] === 0 ? null : (
          <span key={name} className={color} style={{ width: `${(operation[name] / operation.total) * 100}%` }} />
        ),
      )}
    </span>
  );
}

/** The figures of an operation: how many tasks have which result. */
export function BulkFigures({ operation }: { operation: Counted }) {
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2">
      {parts.map(({ name, color }) => (
        <div key={name} className="flex flex-col">
          <dt className="flex items-center gap-1.5 text-muted text-xs">
            <span aria-hidden className={cn('size-2 rounded-full', color)} /> {words[name]}
          </dt>
          <dd className="tabular font-semibold text-base">{operation[name].toLocaleString('en')}</dd>
        </div>
      ))}
    </dl>
  );
}

const words = { succeeded: 'Succeeded', running: 'Running', refused: 'Refused', failed: 'Failed', pending: 'Not yet' };

/** How many of all tasks were acted on: `312 of 600`. */
export function bulkShare({ total, pending }: Counted): string {
  return `${(total - pending).toLocaleString('en')} of ${total.toLocaleString('en')}`;
}
