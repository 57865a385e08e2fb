'use client';
import { SearchedTasks } from '@/components/task/searched-tasks.tsx';
import { onlyTypeOf, pathsWithoutIndex } from '@/components/task/value-index.ts';
import { useMay } from '../../access/scopes-context.tsx';
import { useValueIndexes } from '../../value-index/use-value-indexes.ts';
import type { TaskColumns } from '../use-task-columns.ts';
import type { TaskList } from '../use-task-list.ts';

type Props = { list: TaskList; onAsk: TaskColumns['setDialog'] };

/** How a search that few tasks match goes on, and the indexes that would help it. Nothing for any other list. */
export function TaskSearch({ list: { filter, pages, sort }, onAsk }: Props) {
  const { isLong, isStopped, setStopped, searchedTo } = pages.search;
  const { may } = useMay('operators/manage');
  const isAskable = isLong && may;
  const indexes = useValueIndexes(isAskable);
  if (!isLong) return null;
  return (
    <SearchedTasks
      foundCount={pages.rows.filter((row) => row !== undefined).length}
      isStopped={isStopped}
      searchedTo={searchedTo}
      order={sort}
      onStop={setStopped}
      indexable={isAskable ? pathsWithoutIndex(filter, indexes) : []}
      onIndex={(pointer) => onAsk({ kind: 'ask', pointer, type: onlyTypeOf(filter) })}
    />
  );
}
