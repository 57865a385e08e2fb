import { filterValueWords, numberText, type Statistics, type TaskStatus } from '#contract';
import { writtenChoice } from '@/components/filter/definition.ts';
import { statusLook, toneText } from '@/components/task/status.ts';
import { StatusIcon } from '@/components/task/status-icon.tsx';
import { taskListPath } from '@/components/task/task-list-path.ts';
import { cn } from '@/components/ui/class-names.ts';
import { Link } from '@/components/ui/link.tsx';

/** How many tasks are in each status; each leads to its tasks. */
export function StatusCounts({ counts }: { counts: Statistics['byStatus'] }) {
  return (
    <ul
      aria-label="Tasks by status"
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-5 2xl:grid-cols-10"
    >
      {counts.map(({ status, count, isCapped }) => (
        <li key={status} className="bg-surface">
          <StatusCount status={status} count={count} isCapped={isCapped} />
        </li>
      ))}
    </ul>
  );
}

function StatusCount({ status, count, isCapped }: { status: TaskStatus; count: number; isCapped: boolean }) {
  const { word, tone } = statusLook[status];
  return (
    <Link
      href={taskListPath(`status:${writtenChoice(filterValueWords.status, status)}`)}
      className="grid gap-0.5 px-3 py-2.5 hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span className={cn('flex items-center gap-1.5 text-xs', count === 0 ? 'text-faint' : toneText[tone])}>
        <StatusIcon status={status} />
        {word}
      </span>
      <span className={cn('tabular font-semibold text-xl', count === 0 && 'text-faint')}>
        {numberText(count)}
        {isCapped && '+'}
      </span>
    </Link>
  );
}
