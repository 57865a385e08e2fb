'use client';
import { isRedactedMarker, type ListedValue, stringifyJson } from '#contract';
import { type Clause, fieldClause } from '@/components/filter/clause.ts';
import type { Column } from '@/components/table/column.ts';
import { FilterCell } from './filter-cell.tsx';
import type { TaskRow } from './task-row.ts';
import { pathText, valueColumnId } from './value-path.ts';

/** Columns of the values at these paths, as JSON Pointers. Those of numbers, by the loaded rows, are aligned as such. */
export function valueColumns(
  pointers: readonly string[],
  numeric: ReadonlySet<string>,
  onFilter: (clause: Clause) => void,
): Column<TaskRow>[] {
  return pointers.map((pointer) => ({
    id: valueColumnId(pointer),
    header: pathText(pointer),
    width: widthOf(pathText(pointer), numeric.has(pointer)),
    isAdded: true,
    ...(numeric.has(pointer) && { align: 'end' }),
    cell: ({ values }) => (
      <ListedCell pointer={pointer} listed={values?.[pointer]} isAtEnd={numeric.has(pointer)} onFilter={onFilter} />
    ),
  }));
}

/** The name of the column has room, up to a bound. */
function widthOf(name: string, isNumeric: boolean): string {
  const rem = Math.min(12, Math.max(6, Math.ceil(name.length * 0.5) + 1));
  return isNumeric ? `${rem}rem` : `minmax(${rem}rem, 1fr)`;
}

/** The paths at which all loaded values are numbers, as JSON Pointers. */
export function numericPaths(pointers: readonly string[], rows: readonly (TaskRow | undefined)[]): string[] {
  return pointers.filter((pointer) => {
    const values = rows.flatMap((row) => row?.values?.[pointer]?.value ?? []);
    return values.length > 0 && values.every((value) => typeof value === 'number' || typeof value === 'bigint');
  });
}

type ListedCellProps = {
  pointer: string;
  listed: ListedValue | undefined;
  isAtEnd: boolean;
  onFilter: (clause: Clause) => void;
};

function ListedCell({ pointer, listed, isAtEnd, onFilter }: ListedCellProps) {
  if (listed === undefined) return <span className="text-faint">–</span>;
  const { value, isTruncated } = listed;
  if (value === undefined) return <span className="text-muted">too long to show</span>;
  if (isRedactedMarker(value)) return <span className="text-muted">redacted</span>;
  const text = typeof value === 'string' ? value : stringifyJson(value);
  const shown = (
    <span
      title={isTruncated ? `${text}… (cut)` : text}
      className={typeof value === 'object' ? 'font-mono text-muted text-xs' : undefined}
    >
      {text}
      {isTruncated && '…'}
    </span>
  );
  const clause = clauseOf(pointer, text);
  if (isTruncated || clause === undefined || typeof value === 'object') return shown;
  return (
    <FilterCell label={`${pathText(pointer)} ${text}`} isAtEnd={isAtEnd} onFilter={() => onFilter(clause)}>
      {shown}
    </FilterCell>
  );
}

const inputRoot = '/input';

/** The condition that the input has this text at a path, where the filter of the list can say it. */
function clauseOf(pointer: string, text: string): Clause | undefined {
  const below = pointer.slice(inputRoot.length);
  if (!pointer.startsWith(`${inputRoot}/`) || below.includes('=') || text.length > 500) return undefined;
  return fieldClause('input', `${below}=${text}`);
}
