'use client';
import { type CSSProperties, type ReactNode, useCallback, useId, useMemo, useRef } from 'react';
import { cn } from '@/components/ui/class-names.ts';
import { ColumnControls, dragProps, useColumnControls } from './column-controls.tsx';
import { FirstFit } from './first-fit.tsx';
import { columnsToDrop, dropSteps } from './fit-columns.ts';
import { pinnedLeft, pinnedOffsets } from './pinned-cell.ts';
import type { TableLayout } from './table-layout.ts';
import { tableRole } from './table-roles.ts';
import { useIsPhone } from './use-is-phone.ts';
import { fixedWidths, useTableColumns } from './use-table-columns.ts';
import { useWidth } from './use-width.ts';

export type PlainColumn<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'end';
  /** The least width of it in rem. What is left over goes to all columns in the same proportion. */
  width: number;
  /** Left out where the table is too narrow, the lowest first, and on a card, unless it was chosen to be shown. */
  dropOrder?: number;
  className?: string;
};

const pixelsPerRem = 16;

type PlainTableProps<Row> = {
  /** What its rows are, in lower case. */
  label: string;
  /** The first column names the row. */
  columns: readonly PlainColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  isDimmed?: (row: Row) => boolean;
  layout: TableLayout;
  onLayout: (layout: TableLayout | undefined) => void;
};

/**
 * A table for the few dozen rows that need no virtual scrolling. Its columns have their widths before the rows are known;
 * it scrolls sideways where the screen is narrow. At phone width each row is a card that names its values.
 */
export function PlainTable<Row>({ label, columns, rows, rowId, isDimmed, layout, onLayout }: PlainTableProps<Row>) {
  const root = useRef<HTMLElement>(null);
  const isCard = useIsPhone();
  const fitId = useId();
  const available = useWidth(root);
  const tracks = useMemo(
    () =>
      columns.map(({ id, width, dropOrder }) => ({
        id,
        width: layout.sizes[id] === undefined ? `${width}rem` : `${layout.sizes[id]}px`,
        ...(dropOrder === undefined || layout.visibility[id] || layout.pinned.includes(id) ? {} : { dropOrder }),
      })),
    [columns, layout],
  );
  const steps = useMemo(
    () =>
      dropSteps(
        tracks.filter(({ id }) => layout.visibility[id] !== false),
        false,
      ),
    [tracks, layout],
  );
  // a card leaves out all that can be left out
  const dropped = columnsToDrop(steps, isCard ? 0 : available);
  const measure = useCallback(
    (id: string) => root.current?.querySelector(`[data-track="${id}"]`)?.getBoundingClientRect().width,
    [],
  );
  const { table, setResized } = useTableColumns({ columns: tracks, layout, onLayout, dropped, measure });
  const controls = useColumnControls({ root, table, columns, layout, onLayout, measure, setResized });

  const headers = table.getFlatHeaders().flatMap((header) => {
    const column = columns.find(({ id }) => id === header.column.id);
    return column === undefined ? [] : [{ header, column }];
  });
  const fixed = fixedWidths(table);
  const leastOf = (left: readonly string[]): Record<`--${string}`, string> => ({
    '--least': `${headers.reduce((sum, { column: { id, width } }) => sum + (left.includes(id) ? 0 : (fixed.get(id) ?? width * pixelsPerRem)), 0)}px`,
  });
  const fit = steps.map(({ below, dropped: left }) => ({
    below,
    hidden: headers.flatMap(({ column }, place) => (left.includes(column.id) ? [place + 1] : [])),
    style: leastOf(left),
  }));
  const pinned = table.getStartVisibleLeafColumns().map(({ id }) => fixed.get(id) ?? 0);
  const cellOf = ({ id, align, dropOrder, width: track }: PlainColumn<Row>, place: number) => {
    const width = fixed.get(id);
    const isPinned = place < pinned.length;
    const style: CSSProperties & Record<`--${string}`, string> = {
      '--width': width === undefined ? `${track}rem` : `${width}px`,
      ...(isPinned ? { '--left': pinnedLeft(place) } : {}),
    };
    return {
      style,
      className: cn(
        align === 'end' && 'sm:text-right sm:tabular-nums',
        dropOrder !== undefined && !layout.visibility[id] && 'max-sm:hidden',
        'sm:w-(--width)',
        width !== undefined && 'sm:min-w-(--width) sm:max-w-(--width)',
        isPinned && 'sm:sticky sm:left-(--left) sm:z-3 sm:bg-surface',
      ),
    };
  };

  return (
    <section
      ref={root}
      aria-label={`Table of ${label}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="@container sideways focus-visible:-outline-offset-2"
    >
      {available === undefined && <FirstFit fit={fitId} steps={fit} />}
      <table
        {...tableRole.table}
        data-fit={fitId}
        className={cn(
          'table-fixed text-sm max-sm:block sm:min-w-(--least)',
          fixed.size === headers.length ? 'sm:w-max' : 'w-full',
        )}
        style={{ ...pinnedOffsets(pinned, 0, 0), ...leastOf([]) }}
      >
        <thead {...tableRole.rowgroup} className="max-sm:sr-only">
          <tr {...tableRole.row} className="border-line border-y text-left text-muted text-xs">
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
        <tbody {...tableRole.rowgroup} className="max-sm:block max-sm:border-line max-sm:border-t">
          {rows.map((row) => (
            <tr
              key={rowId(row)}
              {...tableRole.row}
              className={cn(
                'border-line border-b last:border-b-0 max-sm:block max-sm:py-2',
                isDimmed?.(row) && 'text-muted',
              )}
            >
              {headers.map(({ column }, at) => {
                const isName = column === columns[0];
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
          ))}
        </tbody>
      </table>
    </section>
  );
}
