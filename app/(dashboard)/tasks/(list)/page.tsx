import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { createLoader, parseAsString, type SearchParams } from 'nuqs/server';
import { MissingScope } from '@/components/shell/missing-scope.tsx';
import { layoutsFrom } from '@/components/table/layout-cookie.ts';
import { listedPaths } from '@/components/task/value-path.ts';
import { PageHeader } from '@/components/ui/page-header.tsx';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { prefetchTasks } from '@/lib/dashboard/task/prefetch-tasks.ts';
import { taskListParams } from '@/lib/dashboard/task/task-list-state.ts';
import { TasksList } from './tasks-list.tsx';

export const metadata: Metadata = { title: 'Tasks' };

const loadState = createLoader({ ...taskListParams, columns: parseAsString });

export default async function TasksPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { client, scopes } = await requireOperator();
  if (!scopes.includes('tasks/read')) return <MissingScope scope="tasks/read" page="Tasks" />;
  const [{ columns, ...given }, kept] = await Promise.all([loadState(searchParams), cookies()]);
  const layout = columns ?? layoutsFrom(kept.getAll()).get('tasks') ?? '';
  return (
    <div className="flex h-full min-h-0 flex-col">
      <PageHeader title="Tasks" />
      <HydrationBoundary state={await prefetchTasks(client, { ...given, values: listedPaths(layout) })}>
        <TasksList />
      </HydrationBoundary>
    </div>
  );
}
