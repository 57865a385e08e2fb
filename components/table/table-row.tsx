'use client';
import { type CSSProperties, type MouseEvent, memo, type ReactNode } from 'react';
import { cn } from '@/components/ui/class-names.ts';
import type { CardPlace, Column } from './column.ts';
import { columnGap } from './column-gap.ts';
import { pinnedCell } from './pinned-cell.ts';
import { tableRole } from './table-roles.ts';

/** What selecting a row needs of the event that asks for it. With Shift, the rows from the last one on are meant. */
export type SelectEvent = { target: { checked: boolean }; shiftKey: boolean };

type TableRowProps = {
  index: number;
  label: string;
  isCurrent: boolean;
  /** Whether it is open beside the table. */
  isOpen: boolean;
  /** Whether Tab reaches this row: one row of the table. */
  isTabStop: boolean;
  isSelected: boolean | undefined;
  isDimmed: boolean;
  /** What the cells are made of: while these are the same objects, so is what the cells show. */
  source: unknown;
  columns: readonly Pick<Column<never>, 'id' | 'align' | 'card'>[];
  /** How many columns, from the first, stay in view while the table scrolls sideways. */
  pinnedCount: number;
  /** What the column at a place shows of the row. */
  cellOf: (column: number) => ReactNode;
  onCurrent: (index: number) => void;
  onSelect: (index: number, event: SelectEvent) => void;
  onOpen: ((index: number, isNewTab: boolean) => void) | undefined;
  /** A link in the row opens another page in this tab. */
  onLeave: (index: number) => void;
  onMenu: ((index: number, at: { x: number; y: number }) => void) | undefined;
};

/** Where a row stands among the others. The table says how high each is, as `--row-height`. */
export const rowPlace =
  'flows-in-print absolute top-0 left-0 h-(--row-height) w-full [transform:translateY(calc(var(--row-height)*var(--row)))]';

/** The custom property that `rowPlace` reads. */
export function rowPlaceStyle(index: number): CSSProperties & Record<'--row', number> {
  return { '--row': index };
}

const cardArea: Record<CardPlace, string> = {
  title: 'max-sm:[grid-area:title]',
  end: 'max-sm:[grid-area:end] max-sm:text-right',
  detail: 'max-sm:[grid-area:detail] max-sm:text-muted max-sm:text-xs',
  detailEnd: 'max-sm:[grid-area:detailEnd] max-sm:text-right max-sm:text-muted max-sm:text-xs',
};

/** Grid of a row: the table's columns or, at phone width, a card of two lines. */
export const rowLayout = cn(
  'grid items-center gap-x-3 px-3 [grid-template-columns:var(--columns)]',
  'max-sm:gap-y-0.5 max-sm:py-2 max-sm:[grid-template-columns:auto_minmax(0,1fr)_fit-content(50%)]',
  'max-sm:[grid-template-areas:"select_title_end"_"select_detail_detailEnd"]',
);

/** A cell's place on the card of its row at phone width. */
export function placeOnCard(card: CardPlace | undefined): string {
  return card === undefined ? 'max-sm:hidden' : cardArea[card];
}

const interactive = 'a, button, input, label, select, textarea, [role="button"]';

/** A row of a `DataTable`. A click anywhere that is not itself a control opens it. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { index, label, isSelected, pinnedCount } = props;
  const checkbox = pinnedCell('select', pinnedCount);
  const open = (event: MouseEvent<HTMLTableRowElement>) => {
    const control = event.target instanceof Element ? event.target.closest(interactive) : null;
    if (control !== null && isLeavingBy(control, event)) props.onLeave(index);
    if (control !== null) return;
    if (window.getSelection()?.isCollapsed === false) return;
    props.onCurrent(index);
    props.onOpen?.(index, event.metaKey || event.ctrlKey);
  };
  return (
    <tr
      {...tableRole.row}
      aria-rowindex={index + 2}
      data-row={index}
      aria-current={props.isOpen || undefined}
      tabIndex={props.isTabStop ? 0 : -1}
      className={cn(
        rowLayout,
        rowPlace,
        'border-line border-b bg-surface outline-none',
        'hover:bg-hover focus-visible:ring-2 focus-visible:ring-accent focus-visible:ring-inset',
        props.onOpen && 'cursor-pointer',
        (props.isCurrent || props.isOpen) && 'bg-hover shadow-[inset_2px_0_0_var(--accent)]',
        isSelected && 'bg-selected hover:bg-selected',
        props.isDimmed && 'text-muted',
        // without a checkbox the gap after its column is the card's margin
        isSelected === undefined && 'max-sm:pl-0',
      )}
      style={rowPlaceStyle(index)}
      onClick={open}
      onContextMenu={(event) => {
        const isLink = event.target instanceof Element && event.target.closest('a') !== null;
        if (!props.onMenu || isLink || window.getSelection()?.isCollapsed === false) return;
        event.preventDefault();
        props.onCurrent(index);
        props.onMenu(index, { x: event.clientX, y: event.clientY });
      }}
      onFocus={() => props.onCurrent(index)}
    >
      {isSelected !== undefined && (
        <td
          {...tableRole.cell}
          style={checkbox.style}
          className={cn('flex items-center max-sm:[grid-area:select]', checkbox.className)}
        >
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={`Select ${label}`}
            className="size-4 accent-accent print:not-checked:invisible"
            checked={isSelected}
            onClick={({ currentTarget, shiftKey }) => props.onSelect(index, { target: currentTarget, shiftKey })}
            onChange={ignoreChange}
          />
        </td>
      )}
      {props.columns.map((column, position) => (
        <td
          key={column.id}
          {...tableRole.cell}
          style={pinnedCell(position, pinnedCount).style}
          className={cn(
            'min-w-0 truncate',
            columnGap(column, props.columns[position - 1]),
            pinnedCell(position, pinnedCount).className,
            column.align === 'end' && 'tabular-nums sm:text-right',
            placeOnCard(column.card),
          )}
        >
          {props.cellOf(position)}
        </td>
      ))}
    </tr>
  );
}, showsTheSame);

/** What makes the cells is another function at every render of the table, so that they are compared by what they are made of. */
function showsTheSame(before: TableRowProps, after: TableRowProps): boolean {
  const { cellOf: _, ...shown } = after;
  const known: Readonly<Record<string, unknown>> = before;
  return Object.entries(shown).every(([name, value]) => Object.is(value, known[name]));
}

/** Whether a click on a control opens another page in this tab. */
function isLeavingBy(control: Element, { metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  if (metaKey || ctrlKey || shiftKey || altKey) return false;
  return control instanceof HTMLAnchorElement && control.href !== '' && control.target === '';
}

/** The click carries the shift key, which the change does not. */
function ignoreChange() {}
