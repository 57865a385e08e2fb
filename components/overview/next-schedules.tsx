import type { Statistics } from '#contract';
import { Card } from '@/components/ui/card.tsx';
import { Link } from '@/components/ui/link.tsx';
import { Time } from '@/components/ui/time.tsx';

/** What starts next by itself. */
export function NextSchedules({ schedules }: { schedules: Statistics['nextSchedules'] }) {
  if (schedules.length === 0) return null;
  return (
    <Card
      title="Next by schedule"
      actions={
        <Link href="/schedules" className="rounded px-1 text-muted text-xs hover:text-ink">
          All
        </Link>
      }
    >
      <ul className="divide-y divide-line border-line border-t">
        {schedules.map(({ taskId, name, type, nextRunOn }) => (
          <li key={taskId}>
            <Link
              href={`/tasks/${encodeURIComponent(taskId)}`}
              className="flex h-9 items-center gap-3 px-3 hover:bg-hover focus-visible:-outline-offset-2"
            >
              <span className="min-w-0 truncate font-medium">{name ?? type}</span>
              {name !== undefined && <span className="truncate font-mono text-muted text-xs">{type}</span>}
              <Time value={nextRunOn} className="ml-auto text-muted text-xs" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
