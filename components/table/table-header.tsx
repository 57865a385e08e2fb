'use client';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { cn } from '@/components/ui/class-names.ts';
import { Tooltip } from '@/components/ui/tooltip.tsx';
import { type Column, nextOrder, type Order, sortState } from './column.ts';
import { tableRole } from './table-roles.ts';

type Props = {
  columns: readonly Pick<Column<never>, 'id' | 'header' | 'align' | 'sortBy' | 'unsortable' | 'card'>[];
  order: string | undefined;
  onOrder: ((order: Order) => void) | undefined;
  selection: { state: 'none' | 'some' | 'all'; onToggle: () => void } | undefined;
};

/** The header row: names, sorting where the order is indexed, and the checkbox over all loaded rows. */
export function TableHeader({ columns, order, onOrder, selection }: Props) {
  return (
    <thead {...tableRole.rowgroup} className="sticky top-0 z-10 block border-line border-b bg-surface max-sm:sr-only">
      <tr
        {...tableRole.row}
        aria-rowindex={1}
        className="grid h-8 items-center gap-x-3 px-3 [grid-template-columns:var(--columns)]"
      >
        {selection && (
          <th {...tableRole.columnheader} scope="col" className="flex items-center">
            <SelectAll {...selection} />
          </th>
        )}
        {columns.map((column) => (
          <th
            key={column.id}
            {...tableRole.columnheader}
            scope="col"
            aria-sort={onOrder && column.sortBy ? sortState(order, column.sortBy) : undefined}
            className={cn('truncate text-left font-medium text-muted text-xs', column.align === 'end' && 'text-right')}
          >
            <HeaderName column={column} order={order} onOrder={onOrder} />
          </th>
        ))}
      </tr>
    </thead>
  );
}

function HeaderName({
  column,
  order,
  onOrder,
}: {
  column: Props['columns'][number];
  order: string | undefined;
  onOrder: Props['onOrder'];
}) {
  const { header, sortBy, unsortable } = column;
  if (!onOrder) return header;
  if (sortBy === undefined)
    return unsortable ? (
      <Tooltip content={unsortable}>
        <span>{header}</span>
      </Tooltip>
    ) : (
      header
    );
  const state = sortState(order, sortBy);
  const Icon = state === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      className="group inline-flex items-center gap-1 rounded-sm hover:text-ink"
      onClick={() => onOrder(nextOrder(order, sortBy))}
    >
      {header}
      <Icon
        aria-hidden="true"
        className={cn('size-3', state === 'none' && 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60')}
      />
    </button>
  );
}

function SelectAll({ state, onToggle }: NonNullable<Props['selection']>) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = state === 'some';
  }, [state]);
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label="Select all loaded rows"
      className="size-4 accent-accent"
      checked={state === 'all'}
      onChange={onToggle}
    />
  );
}
