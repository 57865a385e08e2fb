import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

export type PlainColumn<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'end';
  /** Left out where the screen is narrow. */
  isWideOnly?: boolean;
  className?: string;
};

type PlainTableProps<Row> = {
  /** What its rows are, in lower case. */
  label: string;
  /** The first column names the row. */
  columns: readonly PlainColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  isDimmed?: (row: Row) => boolean;
};

/** A table for the few dozen rows that need no virtual scrolling; it scrolls sideways where the screen is narrow. */
export function PlainTable<Row>({ label, columns, rows, rowId, isDimmed }: PlainTableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={`Table of ${label}`} tabIndex={0} className="overflow-x-auto focus-visible:-outline-offset-2">
      <table className="w-full text-sm">
        <thead>
          <tr className="border-line border-y text-left text-muted text-xs">
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={cn('h-8 whitespace-nowrap px-3 font-medium', cellStyle(column))}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={rowId(row)}
              className={cn('border-line border-b last:border-b-0', isDimmed?.(row) && 'text-muted')}
            >
              {columns.map((column, at) => {
                const Cell = at === 0 ? 'th' : 'td';
                return (
                  <Cell
                    key={column.id}
                    {...(at === 0 ? { scope: 'row' } : {})}
                    className={cn('h-9 px-3 py-1 text-left font-normal', cellStyle(column), column.className)}
                  >
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

function cellStyle(column: Pick<PlainColumn<never>, 'align' | 'isWideOnly'>): string {
  return cn(column.align === 'end' && 'tabular text-right', column.isWideOnly && 'max-md:hidden');
}
