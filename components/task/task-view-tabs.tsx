'use client';
import { taskListPath } from '@/components/task/task-list-path.ts';
import { taskViews } from '@/components/task/task-views.ts';
import { ViewTabs } from '@/components/ui/view-tabs.tsx';

/** The named filters that everyone has, as links. */
export function TaskViews({ filter }: { filter: string }) {
  return <ViewTabs views={taskViews} filter={filter} pathOf={taskListPath} />;
}
