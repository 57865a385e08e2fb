'use client';
import {
  ArrowDown,
  ArrowDownUp,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  ChevronDown,
  Eye,
  EyeOff,
  Minus,
  Pin,
  PinOff,
  Plus,
  RotateCcw,
  X,
} from 'lucide-react';
import { cn } from '@/components/ui/class-names.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu.tsx';
import type { ColumnAct } from './column.ts';
import { columnWidths, moveColumn, neighbourOf, type TableLayout } from './table-layout.ts';
import { type ColumnState, columnsOnScreen } from './use-table-columns.ts';

export type ColumnMenuProps = {
  column: ColumnState;
  name: string;
  layout: TableLayout;
  /** Columns that are not shown, whether hidden or without room. */
  missing: readonly { id: string; header: string }[];
  /** Returns the width of the column on the screen, in pixels. */
  width: () => number;
  onHidden: (id: string) => void;
  /** What else can be done with the column. */
  acts?: readonly ColumnAct[] | undefined;
  /** Removes a column that the operator added; absent for the others. */
  onRemove?: (() => void) | undefined;
  /** Gives the columns back as the table has them; absent while they are. */
  onReset: (() => void) | undefined;
  className?: string;
};

const sideOfKey: Readonly<Record<string, 'left' | 'right'>> = { ArrowLeft: 'left', ArrowRight: 'right' };

/** What can be done with a column, for the keyboard, the pointer and touch alike. */
export function ColumnMenu(props: ColumnMenuProps) {
  const { column, name, layout, missing, onReset } = props;
  const { table } = column;
  const shown = columnsOnScreen(table).map(({ id }) => id);
  const isPinned = column.getIsPinned() !== false;
  const edge = (side: 'left' | 'right') =>
    neighbourOf(layout, shown, column.id, side) === undefined ? 'There is no column on that side' : undefined;
  const move = (side: 'left' | 'right') => table.setColumnOrder([...moveColumn(layout, shown, column.id, side)]);
  const resize = (by: number) => {
    const size = Math.min(columnWidths.maximum, Math.max(columnWidths.minimum, props.width() + by));
    table.setColumnSizing((now) => ({ ...now, [column.id]: size }));
  };
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <button
          type="button"
          aria-label={`Column ${name}`}
          aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
          title="Shift and Left or Right moves the column"
          data-column-menu={column.id}
          onKeyDown={(event) => {
            const side = event.shiftKey ? sideOfKey[event.key] : undefined;
            if (side === undefined) return;
            event.preventDefault();
            move(side);
          }}
          className={cn(
            'absolute inset-y-1 right-0 z-1 flex w-5 items-center justify-center rounded-sm bg-surface text-muted hover:text-ink',
            'opacity-0 pointer-coarse:opacity-100 focus-visible:opacity-100 group-hover/head:opacity-100 data-[state=open]:opacity-100',
            props.className,
          )}
        >
          <ChevronDown aria-hidden className="size-3" />
        </button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        {column.getCanSort() && (
          <>
            <DropdownMenuItem onSelect={() => column.toggleSorting(false)}>
              <ArrowUp aria-hidden /> Sort ascending
            </DropdownMenuItem>
            <DropdownMenuItem onSelect={() => column.toggleSorting(true)}>
              <ArrowDown aria-hidden /> Sort descending
            </DropdownMenuItem>
            <DropdownMenuSeparator />
          </>
        )}
        {props.acts?.map(({ label, disabledReason, onSelect }) => (
          <DropdownMenuItem key={label} disabledReason={disabledReason} onSelect={onSelect}>
            <ArrowDownUp aria-hidden /> {label}
          </DropdownMenuItem>
        ))}
        {props.acts && <DropdownMenuSeparator />}
        <DropdownMenuItem disabledReason={edge('left')} onSelect={() => move('left')}>
          <ArrowLeft aria-hidden /> Move left
        </DropdownMenuItem>
        <DropdownMenuItem disabledReason={edge('right')} onSelect={() => move('right')}>
          <ArrowRight aria-hidden /> Move right
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => column.pin(isPinned ? false : 'start')}>
          {isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />} {isPinned ? 'Unpin' : 'Pin to the left'}
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem
          onSelect={(event) => {
            event.preventDefault();
            resize(columnWidths.step);
          }}
        >
          <Plus aria-hidden /> Wider
        </DropdownMenuItem>
        <DropdownMenuItem
          onSelect={(event) => {
            event.preventDefault();
            resize(-columnWidths.step);
          }}
        >
          <Minus aria-hidden /> Narrower
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem
          disabledReason={column.getCanHide() ? undefined : 'It identifies the row'}
          onSelect={() => {
            column.toggleVisibility(false);
            props.onHidden(column.id);
          }}
        >
          <EyeOff aria-hidden /> Hide column
        </DropdownMenuItem>
        {props.onRemove && (
          <DropdownMenuItem
            onSelect={() => {
              props.onHidden(column.id);
              props.onRemove?.();
            }}
          >
            <X aria-hidden /> Remove column
          </DropdownMenuItem>
        )}
        {missing.map(({ id, header }) => (
          <DropdownMenuItem key={id} onSelect={() => table.getColumn(id)?.toggleVisibility(true)}>
            <Eye aria-hidden /> Show {header}
          </DropdownMenuItem>
        ))}
        <DropdownMenuItem
          disabledReason={onReset ? undefined : 'These are the default columns'}
          onSelect={() => onReset?.()}
        >
          <RotateCcw aria-hidden /> Reset columns
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
