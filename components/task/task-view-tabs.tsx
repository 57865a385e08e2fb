'use client';
import Link from 'next/link';
import { taskListPath } from '@/components/task/task-list-path.ts';
import { taskViews } from '@/components/task/task-views.ts';
import { cn } from '@/components/ui/class-names.ts';

/** The named filters that everyone has, as links. */
export function TaskViews({ filter }: { filter: string }) {
  return (
    <nav aria-label="Views" className="flex min-w-0 flex-1 gap-1 overflow-x-auto px-2">
      {taskViews.map((view) => {
        const isPresent = view.filter === filter;
        return (
          <Link
            key={view.name}
            href={taskListPath(view.filter)}
            aria-current={isPresent ? 'page' : undefined}
            title={view.filter}
            className={cn(
              'flex h-10 shrink-0 items-center border-transparent border-b-2 px-2 font-medium text-muted text-sm hover:text-ink focus-visible:-outline-offset-2',
              isPresent && 'border-accent text-ink',
            )}
          >
            {view.name}
          </Link>
        );
      })}
    </nav>
  );
}
