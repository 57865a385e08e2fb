'use client';
import { useMemo } from 'react';
import { stringifyJson } from '#contract';
import { valuePaths } from '@/components/state/value-paths.ts';
import { AddColumnDialog } from '@/components/task/add-column-dialog.tsx';
import { useTaskTypes } from '../use-task-types.ts';

type Props = { present: readonly string[]; onAdd: (pointer: string) => void; onClose: () => void };

/** Asks for the path of a new column. It completes paths into inputs, by the schemas and examples of the task types. */
export function AddColumn(props: Props) {
  const types = useTaskTypes();
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
