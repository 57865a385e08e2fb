'use client';
import { useMemo, useState } from 'react';
import type { ValueIndex } from '#contract';
import type { Clause } from '@/components/filter/clause.ts';
import type { TaskRow } from '@/components/task/task-row.ts';
import { numericPaths, valueColumns } from '@/components/task/value-columns.tsx';
import { indexFor, onlyTypeOf, sortingOf } from '@/components/task/value-index.ts';
import { listedPaths, pathsInLayout } from '@/components/task/value-path.ts';
import { useMay } from '../access/scopes-context.tsx';
import { useLayoutText } from '../list/use-table-layout.ts';
import { useValueIndexes } from '../value-index/use-value-indexes.ts';

/** The paths that the task list has columns of, and those whose values its rows carry, as JSON Pointers. */
export function useValuePaths(): { pointers: readonly string[]; values: readonly string[] } {
  const layout = useLayoutText('tasks');
  const { pointers, values } = useMemo(
    () => ({ pointers: pathsInLayout(layout).map(({ pointer }) => pointer), values: listedPaths(layout) }),
    [layout],
  );
  return { pointers: useSameList(pointers), values: useSameList(values) };
}

/** A dialog about columns of paths. */
export type ValueColumnDialog =
  | { kind: 'add' }
  | { kind: 'ask'; pointer: string; type: string | undefined }
  | { kind: 'delete'; index: ValueIndex };

type Options = {
  paths: ReturnType<typeof useValuePaths>;
  rows: readonly (TaskRow | undefined)[];
  clauses: readonly Clause[];
  onFilter: (clause: Clause) => void;
};

/** The columns of the paths, with the state of their indexes, and the dialog that is open about one. */
export function useValueColumns({ paths: { pointers, values }, rows, clauses, onFilter }: Options) {
  const [dialog, setDialog] = useState<ValueColumnDialog>();
  const { reason } = useMay('operators/manage');
  const indexes = useValueIndexes(pointers.length > 0);
  const numeric = useSameList(numericPaths(values, rows));
  const type = onlyTypeOf(clauses);
  const columns = useMemo(
    () =>
      valueColumns(pointers, new Set(numeric), onFilter).map((column, place) => {
        const pointer = pointers[place] ?? '';
        const index = indexFor(indexes, pointer, type);
        const act =
          index === undefined
            ? {
                label: 'Request an index…',
                disabledReason: reason && `Sorting needs an index. ${reason}`,
                onSelect: () => setDialog({ kind: 'ask', pointer, type }),
              }
            : {
                label: 'Delete the index…',
                disabledReason: reason,
                onSelect: () => setDialog({ kind: 'delete', index }),
              };
        return { ...column, ...sortingOf(index, pointer), acts: [act] };
      }),
    [pointers, numeric, onFilter, indexes, type, reason],
  );
  return { columns, dialog, setDialog };
}

/** A list of texts that stays the same object while it has the same texts. */
function useSameList(list: readonly string[]): readonly string[] {
  const text = JSON.stringify(list);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the list
  return useMemo(() => list, [text]);
}
