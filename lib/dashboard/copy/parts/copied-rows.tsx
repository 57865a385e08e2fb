import type { ReactNode } from 'react';
import { Card, CardEmpty } from '@/components/ui/card.tsx';
import { ScrollRegion } from '@/components/ui/scroll-region.tsx';

type CopiedRowsProps<Row> = {
  title: string;
  empty: string;
  columns: readonly { header: string; cell: (row: Row) => ReactNode }[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
};

/** A list of a copy as a table. Nothing in it can be acted on. */
export function CopiedRows<Row>({ title, empty, columns, rows, rowId }: CopiedRowsProps<Row>) {
  return (
    <Card title={title}>
      {rows.length === 0 ? (
        <CardEmpty>{empty}</CardEmpty>
      ) : (
        <ScrollRegion aria-label={`Table of ${title.toLowerCase()}`} className="max-h-96 border-line border-t">
          <table aria-label={title} className="w-full min-w-160 text-left text-sm">
            <thead className="sticky top-0 bg-surface">
              <tr>
                {columns.map(({ header }) => (
                  <th key={header} scope="col" className="whitespace-nowrap px-3 py-1.5 font-medium text-muted text-xs">
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {rows.map((row) => (
                <tr key={rowId(row)} className="align-top">
                  {columns.map(({ header, cell }) => (
                    <td key={header} className="max-w-96 break-words px-3 py-1.5">
                      {cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </Card>
  );
}
