'use client';
import { BellOff, BellPlus, CircleCheck, Download, Pencil, RotateCcw, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ErrorGroupDetails } from '#contract';
import { ActsMenu, type ListedAct } from '@/components/shell/acts-menu.tsx';
import { PageName } from '@/components/shell/page-name.tsx';
import { taskListPath } from '@/components/task/task-list-path.ts';
import { Button } from '@/components/ui/button.tsx';
import { causeWords } from './cause-title.tsx';
import { taskCountWords } from './count-words.ts';
import { groupFilter } from './error-path.ts';
import { GroupFacts, GroupLine } from './group-facts.tsx';

/** What an operator can do about a cause. */
export type DecisionName = 'edit' | 'resolved' | 'muted' | 'open';

type GroupHeaderProps = {
  group: ErrorGroupDetails;
  /** Why the operator may change nothing. */
  reason: string | undefined;
  /** Why the operator may make no alert. */
  alertReason: string | undefined;
  onDecide: (name: DecisionName) => void;
  /** Acts on the tasks that are still failed. */
  onRerun: () => void;
  /** Makes an alert that tells when the error is back again. */
  onAlert: () => void;
  /** Opens the dialog that makes a file of it. */
  onTakeAlong: () => void;
  /** Who else looks at it. */
  others?: ReactNode;
};

/** How bad a cause is, who has it, and what can be done. Its message stands below. */
export function GroupHeader(props: GroupHeaderProps) {
  const { group, reason, onDecide, onRerun, others } = props;
  return (
    <header className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-80">
          <PageName name={causeWords(group)} className="mb-2" />
          <GroupLine group={group} others={others} />
        </div>
        {/* one line on a phone, however many tasks it counts */}
        <div className="flex gap-2 max-sm:w-full">
          <Button
            className="min-w-0 shrink max-sm:flex-1"
            disabledReason={
              reason ?? (group.failedTaskCount === 0 ? 'No task is failed with this error now' : undefined)
            }
            onClick={onRerun}
          >
            <RotateCw aria-hidden />
            <span className="truncate">{rerunWords(group.failedTaskCount)}</span>
          </Button>
          {isUndecided(group) ? (
            <Button variant="primary" actionKey="resolve" disabledReason={reason} onClick={() => onDecide('resolved')}>
              <CircleCheck aria-hidden />
              Resolve
            </Button>
          ) : (
            <Button actionKey="open" disabledReason={reason} onClick={() => onDecide('open')}>
              <RotateCcw aria-hidden />
              Open again
            </Button>
          )}
          <ActsMenu groups={[menuOf(props)]} />
        </div>
      </div>
      <GroupFacts group={group} tasksHref={taskListPath(groupFilter(group.id))} />
    </header>
  );
}

function menuOf({ group, reason, alertReason, onDecide, onAlert, onTakeAlong }: GroupHeaderProps): ListedAct[] {
  const mute = { icon: BellOff, label: 'Mute…', reason, run: () => onDecide('muted') };
  return [
    ...(isUndecided(group) ? [mute] : []),
    { icon: Pencil, label: 'Name and owner…', reason, run: () => onDecide('edit') },
    { icon: BellPlus, label: 'Alert when it comes back…', reason: alertReason, run: onAlert },
    { icon: Download, label: 'Download a copy…', run: onTakeAlong },
  ];
}

function isUndecided({ status }: GroupHeaderProps['group']): boolean {
  return status !== 'resolved' && status !== 'muted';
}

function rerunWords(count: number): string {
  if (count === 0) return 'Rerun those still failed…';
  return count === 1 ? 'Rerun the one still failed…' : `Rerun the ${taskCountWords(count)} still failed…`;
}
