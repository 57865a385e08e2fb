'use client';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { StatusIcon } from '@/components/task/status-icon.tsx';
import { taskListPath } from '@/components/task/task-list-path.ts';
import { taskViews } from '@/components/task/task-views.ts';
import { Card, CardEmpty } from '@/components/ui/card.tsx';
import { Time } from '@/components/ui/time.tsx';
import { causeOf, groupFilter, type StuckGroup } from './stuck-group.ts';

const allOfThem = taskListPath(taskViews.find(({ name }) => name === 'Not moving')?.filter ?? '');

type Props = {
  groups: readonly StuckGroup[];
  /** The action that helps a group. */
  actionOf: (group: StuckGroup) => ReactNode;
};

/** Why tasks do not move: one line for each cause that needs someone, and one for all that wait as planned. */
export function NotMoving({ groups, actionOf }: Props) {
  const stuck = groups.filter((group) => !group.isPlanned);
  const planned = groups.filter((group) => group.isPlanned);
  return (
    <Card
      title="Not moving"
      actions={
        <Link href={allOfThem} className="rounded px-1 text-muted text-xs hover:text-ink">
          All
        </Link>
      }
    >
      {stuck.length === 0 ? (
        <CardEmpty>No stuck tasks.</CardEmpty>
      ) : (
        <ul className="divide-y divide-line border-line border-t">
          {stuck.map((group) => (
            <li key={[group.kind, group.status, group.queue, group.type, group.subject].join(' ')}>
              <Group group={group} action={actionOf(group)} />
            </li>
          ))}
        </ul>
      )}
      {planned.length > 0 && <Planned groups={planned} />}
    </Card>
  );
}

function Group({ group, action }: { group: StuckGroup; action: ReactNode }) {
  return (
    <div className="flex items-center gap-3 px-3 py-2">
      <Link
        href={taskListPath(groupFilter(group))}
        className="tabular min-w-8 rounded text-right font-semibold text-ink hover:underline"
        aria-label={`${countOf(group)} tasks: ${causeOf(group)}`}
      >
        {countOf(group)}
      </Link>
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1.5">
          <StatusIcon status={group.status} />
          <span className="truncate font-medium" title={causeOf(group)}>
            {causeOf(group)}
          </span>
        </span>
        <Link href={`/tasks/${encodeURIComponent(group.taskId)}`} className="text-muted text-xs hover:underline">
          oldest <Time value={group.oldestOn} style="relative" />
        </Link>
      </span>
      {action}
    </div>
  );
}

function Planned({ groups }: { groups: readonly StuckGroup[] }) {
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const isCapped = groups.some((group) => group.isCapped);
  return (
    <p className="flex flex-wrap gap-x-1.5 border-line border-t px-3 py-2 text-muted text-xs">
      <span>
        {total.toLocaleString('en')}
        {isCapped && '+'} {total === 1 ? 'waits' : 'wait'} as planned:
      </span>
      {groups.map((group, index) => (
        <Link
          key={[group.kind, group.subject].join(' ')}
          href={taskListPath(groupFilter(group))}
          className="hover:text-ink hover:underline"
        >
          {countOf(group)} for {causeOf(group)}
          {index < groups.length - 1 && ','}
        </Link>
      ))}
    </p>
  );
}

function countOf({ count, isCapped }: StuckGroup): string {
  return `${count.toLocaleString('en')}${isCapped ? '+' : ''}`;
}
