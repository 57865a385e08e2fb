'use client';
import type { ReactNode } from 'react';
import { ColumnsMenu } from '@/components/table/columns-menu.tsx';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table.tsx';
import type { ArrangedTable } from '@/components/table/table-layout.ts';
import { Card, CardEmpty } from '@/components/ui/card.tsx';
import { ErrorState, type ShownProblem } from '@/components/ui/error-state.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';

type SettingsTableProps<Row> = {
  /** What it lists, in lower case and the plural. */
  subject: string;
  columns: readonly PlainColumn<Row>[];
  rowId: (row: Row) => string;
  list: { rows: readonly Row[] | undefined; hasMore: boolean; problem: ShownProblem | undefined; retry: () => void };
  table: ArrangedTable;
  empty?: ReactNode;
};

/** A list of settings as a table, or why it cannot be shown. */
export function SettingsTable<Row>({ subject, columns, rowId, list, table, empty }: SettingsTableProps<Row>) {
  const { rows, hasMore, problem, retry } = list;
  if (problem !== undefined)
    return <ErrorState title={`The ${subject} could not be read`} problem={problem} onRetry={retry} />;
  if (rows === undefined) return <Skeleton className="h-40 rounded-lg" />;
  return (
    <Card
      title={`${subject.charAt(0).toUpperCase()}${subject.slice(1)} · ${rows.length}${hasMore ? '+' : ''}`}
      actions={<ColumnsMenu columns={columns} {...table} />}
    >
      {rows.length === 0 ? (
        <CardEmpty>{empty}</CardEmpty>
      ) : (
        <PlainTable isMain label={subject} columns={columns} rows={rows} rowId={rowId} {...table} />
      )}
      {hasMore && <p className="border-line border-t px-3 py-2 text-muted text-sm">Only the first 500 are shown.</p>}
    </Card>
  );
}
