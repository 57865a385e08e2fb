'use client';
import { useMemo } from 'react';
import { ScrollRegion } from '@/components/ui/scroll-region.tsx';
import { readTable } from './read-table.ts';

type TablePreviewProps = { text: string; delimiter: string | undefined; isWhole: boolean };

/** The first rows of CSV or TSV. */
export function TablePreview({ text, delimiter, isWhole }: TablePreviewProps) {
  const { head, rows, isCut } = useMemo(() => readTable(text, { delimiter, isWhole }), [text, delimiter, isWhole]);
  return (
    <>
      <div className="overflow-hidden rounded-md border border-line bg-surface">
        <ScrollRegion aria-label="Table in the blob" style={{ maxHeight: '28rem' }}>
          <table className="w-max min-w-full text-xs">
            <thead className="sticky top-0 bg-sunken">
              <tr>
                {head.map((cell, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                  <th key={at} scope="col" className="h-8 px-2.5 text-left font-medium">
                    {cell === '' ? <span className="sr-only">column {at + 1}</span> : cell}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="font-mono">
              {rows.map((row, line) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
                <tr key={line} className="border-line border-t">
                  {row.map((cell, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
                    <td key={at} className="max-w-80 truncate whitespace-pre px-2.5 py-1" title={cell}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </div>
      <p className="tabular text-muted text-xs">
        {isCut ? `The first ${rows.length} rows; there are more.` : `${rows.length} rows.`}
      </p>
    </>
  );
}
