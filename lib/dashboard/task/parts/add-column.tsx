'use client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { stringifyJson, type TaskType } from '#contract';
import { valuePaths } from '@/components/state/value-paths.ts';
import { AddColumnDialog } from '@/components/task/add-column-dialog.tsx';
import type { ListPage } from '../../list/page.ts';
import { fetchJson } from '../../query/fetch-json.ts';

type Props = { present: readonly string[]; onAdd: (pointer: string) => void; onClose: () => void };

/** Asks for the path of a new column. It completes paths into inputs, by the schemas and examples of the task types. */
export function AddColumn(props: Props) {
  const types = useQuery({
    queryKey: ['task-types'],
    queryFn: ({ signal }) => fetchJson<ListPage<TaskType>>('/api/task-types', { signal }),
  });
  const known = useMemo(
    () => [
      ...new Set(
        types.data?.value.flatMap(({ inputSchema, exampleInput }) =>
          valuePaths(inputSchema, exampleInput === undefined ? [] : [stringifyJson(exampleInput)]).map(
            (pointer) => `/input${pointer}`,
          ),
        ),
      ),
    ],
    [types.data],
  );
  return <AddColumnDialog {...props} known={known} />;
}
