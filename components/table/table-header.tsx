'use client';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { cn } from '@/components/ui/class-names.ts';
import { Tooltip } from '@/components/ui/tooltip.tsx';
import type { Column } from './column.ts';
import { ColumnControls, type ColumnControlsProps, dragProps } from './column-controls.tsx';
import { columnGap } from './column-gap.ts';
import { pinnedCell } from './pinned-cell.ts';
import { tableRole } from './table-roles.ts';
import { useHeaderStop } from './use-header-stop.ts';
import type { ColumnHeader, ColumnsTable } from './use-table-columns.ts';

type ShownColumn = Pick<Column<never>, 'id' | 'header' | 'align' | 'unsortable'>;

type Props = {
  table: ColumnsTable;
  columnOf: (id: string) => ShownColumn | undefined;
  isSortable: boolean;
  /** The checkbox over all rows; absent where rows cannot be selected. */
  all: { label: string; onSelect: () => void; onClear: () => void } | undefined;
  pinnedCount: number;
  /** What arranges the columns; absent where they are cards or cannot be arranged. */
  controls: Omit<ColumnControlsProps, 'header' | 'name' | 'isEnd'> | undefined;
};

/** The header row: names, sorting where the order is indexed, arranging, and the checkbox over all rows. */
export function TableHeader({ table, columnOf, isSortable, all, pinnedCount, controls }: Props) {
  return (
    <thead {...tableRole.rowgroup} className="sticky top-0 z-10 block border-line border-b bg-surface max-sm:sr-only">
      <tr
        {...tableRole.row}
        {...useHeaderStop()}
        aria-rowindex={1}
        className="grid h-8 items-stretch gap-x-3 bg-surface px-3 [grid-template-columns:var(--columns)]"
      >
        {all && <SelectAll {...all} table={table} pinnedCount={pinnedCount} />}
        {table.getFlatHeaders().map((header, place, headers) => {
          const column = columnOf(header.column.id);
          if (column === undefined) return null;
          const { className, style } = pinnedCell(place, pinnedCount);
          const isEnd = column.align === 'end';
          const before = columnOf(headers[place - 1]?.column.id ?? '');
          const draggable = dragProps(column.id, controls);
          return (
            <th
              key={column.id}
              {...tableRole.columnheader}
              scope="col"
              aria-label={column.header}
              aria-sort={isSortable && header.column.getCanSort() ? sortState(header) : undefined}
              {...draggable}
              className={cn('group/head min-w-0 font-medium text-muted text-xs', className, draggable.className)}
              style={style}
            >
              <div
                data-track={column.id}
                className={cn('relative flex h-full items-center', isEnd && 'justify-end', columnGap(column, before))}
              >
                <HeaderName column={column} header={header} isSortable={isSortable} />
                {controls && <ColumnControls {...controls} header={header} name={column.header} isEnd={isEnd} />}
              </div>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function sortState({ column }: ColumnHeader): 'ascending' | 'descending' | 'none' {
  const sorted = column.getIsSorted();
  return sorted === false ? 'none' : sorted === 'asc' ? 'ascending' : 'descending';
}

function HeaderName({
  column: { header: name, unsortable },
  header: { column },
  isSortable,
}: {
  column: ShownColumn;
  header: ColumnHeader;
  isSortable: boolean;
}) {
  if (isSortable && column.getCanSort()) {
    const sorted = column.getIsSorted();
    const Icon = sorted === 'asc' ? ArrowUp : ArrowDown;
    return (
      <button
        type="button"
        className="group inline-flex min-w-0 items-center gap-1 rounded-sm hover:text-ink"
        onClick={() => column.toggleSorting()}
      >
        <span className="truncate">{name}</span>
        <Icon
          aria-hidden="true"
          className={cn(
            'size-3 shrink-0',
            !sorted && 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60',
          )}
        />
      </button>
    );
  }
  const text = <span className="truncate">{name}</span>;
  return isSortable && unsortable ? <Tooltip content={unsortable}>{text}</Tooltip> : text;
}

function SelectAll({ table, pinnedCount, ...all }: NonNullable<Props['all']> & Pick<Props, 'table' | 'pinnedCount'>) {
  const { className, style } = pinnedCell('select', pinnedCount);
  const box = useRef<HTMLInputElement>(null);
  const isAll = table.getIsAllRowsSelected();
  const isSome = !isAll && Object.keys(table.state.rowSelection).length > 0;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome;
  }, [isSome]);
  return (
    <th {...tableRole.columnheader} scope="col" className={cn('flex items-center', className)} style={style}>
      <input
        ref={box}
        type="checkbox"
        aria-label={all.label}
        className="size-4 accent-accent print:not-checked:invisible"
        checked={isAll}
        onChange={isAll ? all.onClear : all.onSelect}
      />
    </th>
  );
}
