import Link from 'next/link';
import type { Statistics } from '#contract';
import { StatusBadge } from '@/components/task/status-badge.tsx';
import { taskListPath } from '@/components/task/task-list-path.ts';
import { taskViews } from '@/components/task/task-views.ts';
import { Card, CardEmpty } from '@/components/ui/card.tsx';
import { Time } from '@/components/ui/time.tsx';

type Stuck = Pick<
  Statistics['notMoving'][number],
  'id' | 'name' | 'type' | 'status' | 'waitingFor' | 'queuedOn' | 'createdOn'
>;

const allOfThem = taskListPath(taskViews.find(({ name }) => name === 'Not moving')?.filter ?? '');

/** Tasks that need someone, each with its reason and what happens next. */
export function NotMoving({ tasks }: { tasks: readonly Stuck[] }) {
  return (
    <Card
      title="Not moving"
      actions={
        <Link href={allOfThem} className="rounded px-1 text-muted text-xs hover:text-ink">
          All
        </Link>
      }
    >
      {tasks.length === 0 ? (
        <CardEmpty>No stuck tasks.</CardEmpty>
      ) : (
        <ul className="divide-y divide-line border-line border-t">
          {tasks.map((task) => (
            <li key={task.id}>
              <Link
                href={`/tasks/${encodeURIComponent(task.id)}`}
                className="grid gap-1 px-3 py-2 hover:bg-hover focus-visible:-outline-offset-2"
              >
                <span className="flex items-center gap-2">
                  <span className="min-w-0 flex-1 truncate font-medium">{task.name ?? task.type}</span>
                  <StatusBadge status={task.status} variant="plain" className="text-xs" />
                  <Time
                    value={task.waitingFor?.since ?? task.queuedOn ?? task.createdOn}
                    className="w-20 text-right text-muted text-xs"
                  />
                </span>
                {task.waitingFor !== undefined && (
                  <span className="text-muted text-xs">
                    {task.waitingFor.sentence} <span className="text-faint">{task.waitingFor.next}</span>
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
