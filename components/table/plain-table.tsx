'use client';
import { useDeferredValue, useId, useRef } from 'react';
import { cn } from '@/components/ui/class-names.ts';
import { useKnownScreen } from '@/components/ui/known-screen.tsx';
import { ColumnControls, dragProps } from './column-controls.tsx';
import { FirstFit } from './first-fit.tsx';
import type { LeftOut } from './left-out.ts';
import type { TableLayout } from './table-layout.ts';
import { tableRole } from './table-roles.ts';
import { useHeaderStop } from './use-header-stop.ts';
import { useIsPhone } from './use-is-phone.ts';
import { type PlainColumn, usePlainColumns } from './use-plain-columns.ts';
import { usePlainRowKeys } from './use-plain-row-keys.ts';
import { useWidth } from './use-width.ts';

export type { PlainColumn } from './use-plain-columns.ts';

type PlainTableProps<Row> = {
  /** What its rows are, in lower case. */
  label: string;
  /** The first column names the row. */
  columns: readonly PlainColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  isDimmed?: (row: Row) => boolean;
  /** Whether the page is about this table, so that keys move through its rows wherever the focus is. */
  isMain?: boolean;
  layout: TableLayout;
  onLayout: (layout: TableLayout | undefined) => void;
  /** Told which columns there is no room for. */
  onLeftOut?: (leftOut: LeftOut) => void;
};

/**
 * A table for a few hundred rows, which need no virtual scrolling. Its columns have their widths before the rows are known;
 * it scrolls sideways where the screen is narrow. At phone width each row is a card that names its values. The server
 * sends the rows that a screen has room for, and the browser draws the others after them.
 */
export function PlainTable<Row>(props: PlainTableProps<Row>) {
  const { label, columns, rows, rowId, isDimmed, isMain = false, layout, onLayout, onLeftOut } = props;
  const root = useRef<HTMLElement>(null);
  const isCard = useIsPhone();
  const fitId = useId();
  const available = useWidth(root);
  usePlainRowKeys(root, isMain);
  const drawn = useRowsAfterScreen(rows);
  const laidOut = usePlainColumns({ root, columns, layout, onLayout, onLeftOut, isCard, available });
  return (
    <section
      ref={root}
      aria-label={`Table of ${label}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="@container sideways focus-visible:-outline-offset-2"
    >
      <FirstFit fit={fitId} steps={laidOut.fit} width={available} />
      <table
        {...tableRole.table}
        data-fit={fitId}
        className={cn(
          'table-fixed text-sm max-sm:block sm:min-w-(--least)',
          laidOut.areAllFixed ? 'sm:w-max' : 'w-full',
        )}
        style={laidOut.style}
      >
        <PlainHead laidOut={laidOut} isCard={isCard} />
        <tbody {...tableRole.rowgroup} className="max-sm:block max-sm:border-line max-sm:border-t">
          {drawn.map((row) => (
            <PlainRow
              key={rowId(row)}
              row={row}
              laidOut={laidOut}
              name={columns[0]}
              isDimmed={isDimmed?.(row) === true}
              isFocusable={isMain}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const rowHeight = 32;
const usualHeight = 960;

/** The rows that a screen has room for, then all of them. */
function useRowsAfterScreen<Row>(rows: readonly Row[]): readonly Row[] {
  const height = useKnownScreen()?.contentHeight ?? usualHeight;
  const areAll = useDeferredValue(true, false);
  return areAll ? rows : rows.slice(0, Math.ceil(height / rowHeight));
}

type LaidOut<Row> = ReturnType<typeof usePlainColumns<Row>>;

function PlainHead<Row>({
  laidOut: { headers, cellOf, controls },
  isCard,
}: {
  laidOut: LaidOut<Row>;
  isCard: boolean;
}) {
  return (
    <thead {...tableRole.rowgroup} className="max-sm:sr-only">
      <tr {...tableRole.row} {...useHeaderStop()} className="border-line border-y text-left text-muted text-xs">
        {headers.map(({ header, column }, place) => {
          const { className, style } = cellOf(column, place);
          const draggable = dragProps(column.id, controls);
          return (
            <th
              key={column.id}
              {...tableRole.columnheader}
              scope="col"
              aria-label={column.header}
              data-track={column.id}
              {...draggable}
              style={style}
              className={cn(
                'group/head relative h-8 whitespace-nowrap px-3 font-medium',
                className,
                draggable.className,
              )}
            >
              <span className="block truncate">{column.header}</span>
              {!isCard && (
                <ColumnControls {...controls} header={header} name={column.header} isEnd={column.align === 'end'} />
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

type PlainRowProps<Row> = {
  row: Row;
  laidOut: LaidOut<Row>;
  /** The column that names the row. */
  name: PlainColumn<Row> | undefined;
  isDimmed: boolean;
  isFocusable: boolean;
};

function PlainRow<Row>({ row, laidOut: { headers, cellOf }, name, isDimmed, isFocusable }: PlainRowProps<Row>) {
  return (
    <tr
      {...tableRole.row}
      tabIndex={isFocusable ? -1 : undefined}
      className={cn(
        'border-line border-b outline-none last:border-b-0 max-sm:block max-sm:py-2',
        'focus-visible:ring-2 focus-visible:ring-accent focus-visible:ring-inset',
        isDimmed && 'text-muted',
      )}
    >
      {headers.map(({ column }, at) => {
        const isName = column === name;
        const Cell = isName ? 'th' : 'td';
        const { className, style } = cellOf(column, at);
        return (
          <Cell
            key={column.id}
            {...(isName ? { role: 'rowheader', scope: 'row' } : tableRole.cell)}
            style={style}
            className={cn(
              'h-8 px-3 text-left font-normal sm:truncate',
              'max-sm:[&_.truncate]:whitespace-normal max-sm:[&_.truncate]:[overflow-wrap:anywhere]',
              'max-sm:flex max-sm:h-auto max-sm:min-h-7 max-sm:items-center max-sm:gap-3 max-sm:py-0.5',
              className,
              column.className,
            )}
          >
            {!isName && (
              <span aria-hidden className="w-32 shrink-0 text-muted text-xs sm:hidden">
                {column.header}
              </span>
            )}
            {column.cell(row)}
          </Cell>
        );
      })}
    </tr>
  );
}
