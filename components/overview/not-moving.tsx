'use client';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { numberText } from '#contract';
import { StatusIcon } from '@/components/task/status-icon.tsx';
import { taskListPath } from '@/components/task/task-list-path.ts';
import { notMovingView } from '@/components/task/task-views.ts';
import { Button } from '@/components/ui/button.tsx';
import { Card, CardEmpty } from '@/components/ui/card.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { Link } from '@/components/ui/link.tsx';
import { Time } from '@/components/ui/time.tsx';
import { causeOf, type FoldedGroups, foldGroups, groupFilter, manyCauses, type StuckGroup } from './stuck-group.ts';

const allOfThem = taskListPath(notMovingView.filter);

type Props = {
  groups: readonly StuckGroup[];
  /** The action that helps a group. */
  actionOf: (group: StuckGroup) => ReactNode;
};

/** Why tasks do not move: one line for each cause that needs someone, and one for all that wait as planned. */
export function NotMoving({ groups, actionOf }: Props) {
  return (
    <Card
      title="Not moving"
      actions={
        <Link href={allOfThem} className="rounded px-1 text-muted text-xs hover:text-ink">
          All
        </Link>
      }
    >
      {groups.every((group) => group.isPlanned) && <CardEmpty>No stuck tasks.</CardEmpty>}
      <StuckGroups groups={groups} actionOf={actionOf} />
    </Card>
  );
}

/** The lines of `NotMoving` alone. */
export function StuckGroups({ groups, actionOf }: Props) {
  const stuck = groups.filter((group) => !group.isPlanned);
  const planned = groups.filter((group) => group.isPlanned);
  return (
    <>
      {stuck.length > 0 && (
        <ul className="divide-y divide-line border-line border-t">
          {foldGroups(stuck).map((group) =>
            'groups' in group ? (
              <Folded key={group.kind} folded={group} actionOf={actionOf} />
            ) : (
              <Group key={keyOf(group)} group={group} action={actionOf(group)} />
            ),
          )}
        </ul>
      )}
      {planned.length > 0 && <Planned groups={planned} />}
    </>
  );
}

const keyOf = ({ kind, status, queue, type, subject, otherReasons }: StuckGroup) =>
  [kind, status, queue, type, subject, otherReasons].join(' ');

/** Many small groups of a kind as one line, which unfolds them. */
function Folded({ folded, actionOf }: { folded: FoldedGroups; actionOf: (group: StuckGroup) => ReactNode }) {
  const { groups, count, oldest } = folded;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <li className="flex items-center gap-3 px-3 py-2">
        <span className="tabular min-w-8 text-right font-semibold">{numberText(count)}</span>
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-1.5">
            <StatusIcon status={oldest.status} />
            <span className="font-medium sm:truncate">{manyCauses(folded)}</span>
          </span>
          <Oldest group={oldest} />
        </span>
        <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <ChevronRight aria-hidden className={cn(isOpen && 'rotate-90')} /> {isOpen ? 'Collapse' : 'Expand'}
        </Button>
      </li>
      {isOpen && groups.map((group) => <Group key={keyOf(group)} group={group} action={actionOf(group)} />)}
    </>
  );
}

function Oldest({ group }: { group: StuckGroup }) {
  return (
    <Link href={`/tasks/${encodeURIComponent(group.taskId)}`} className="text-muted text-xs hover:underline">
      oldest <Time value={group.oldestOn} style="relative" />
    </Link>
  );
}

function Group({ group, action }: { group: StuckGroup; action: ReactNode }) {
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      <Link
        href={taskListPath(groupFilter(group))}
        className="tabular min-w-8 rounded text-right font-semibold text-ink hover:underline"
        aria-label={`${countOf(group)} ${group.count === 1 ? 'task' : 'tasks'}: ${causeOf(group)}`}
      >
        {countOf(group)}
      </Link>
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1.5">
          <StatusIcon status={group.status} />
          <span className="min-w-0 wrap-anywhere font-medium sm:line-clamp-2" title={causeOf(group)}>
            {causeOf(group)}
          </span>
        </span>
        <Oldest group={group} />
      </span>
      {action}
    </li>
  );
}

function Planned({ groups }: { groups: readonly StuckGroup[] }) {
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const isCapped = groups.some((group) => group.isCapped);
  return (
    <p className="flex flex-wrap gap-x-1.5 border-line border-t px-3 py-2 text-muted text-xs">
      <span>
        {numberText(total)}
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
  return `${numberText(count)}${isCapped ? '+' : ''}`;
}
