import type { ReactNode } from 'react';
import { tableRole } from '@/components/table/table-roles.ts';
import { cn } from '@/components/ui/class-names.ts';

/** One line of facts: what both sides have. `texts` tell whether they differ, where that means something. */
type ComparedFact = { name: string; cells: readonly [ReactNode, ReactNode]; texts?: readonly [string, string] };

/** Facts of two records side by side. Those that differ are marked. */
export function ComparedFacts({
  label,
  names,
  facts,
}: {
  label: string;
  names: readonly [string, string];
  facts: readonly ComparedFact[];
}) {
  return (
    <table {...tableRole.table} aria-label={label} className="w-full table-fixed text-sm">
      <thead {...tableRole.rowgroup}>
        <tr {...tableRole.row} className="text-left text-muted text-xs">
          <th {...tableRole.columnheader} scope="col" className="w-26 py-1 font-medium">
            <span className="sr-only">Fact</span>
          </th>
          {names.map((name, side) => (
            <th
              key={side === 0 ? 'left' : 'right'}
              {...tableRole.columnheader}
              scope="col"
              title={name}
              className="truncate py-1 pr-2 font-medium"
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...tableRole.rowgroup}>
        {facts.map(({ name, cells, texts }) => {
          const isDifferent = texts !== undefined && texts[0] !== texts[1];
          return (
            <tr key={name} {...tableRole.row} className={cn('align-top', isDifferent && 'bg-caution-soft')}>
              <th {...tableRole.rowheader} scope="row" className="py-0.5 pl-1 text-left font-normal text-muted">
                {name}
                {isDifferent && (
                  <>
                    <span aria-hidden className="ml-1 text-caution">
                      ≠
                    </span>
                    <span className="sr-only"> (different)</span>
                  </>
                )}
              </th>
              {cells.map((cell, side) => (
                <td
                  key={side === 0 ? 'left' : 'right'}
                  {...tableRole.cell}
                  className="wrap-anywhere min-w-0 py-0.5 pr-2"
                >
                  {cell}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
