'use client';
import { BellOff, BellPlus, CircleCheck, Ellipsis, Pencil, RotateCcw, RotateCw } from 'lucide-react';
import type { ErrorGroupDetails } from '#contract';
import { taskListPath } from '@/components/task/task-list-path.ts';
import { Button } from '@/components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu.tsx';
import { Link } from '@/components/ui/link.tsx';
import { Time } from '@/components/ui/time.tsx';
import { CauseTitle } from './cause-title.tsx';
import { taskCountWords } from './count-words.ts';
import { groupFilter } from './error-path.ts';
import { GroupStatusBadge } from './group-status-badge.tsx';

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
};

/** What the cause is, how bad it is, who has it, and what can be done. */
export function GroupHeader({ group, reason, alertReason, onDecide, onRerun, onAlert }: GroupHeaderProps) {
  const isOpen = group.status !== 'resolved' && group.status !== 'muted';
  return (
    <header className="grid gap-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-80">
          <h1 className="break-words font-semibold text-lg">
            <CauseTitle group={group} />
          </h1>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
            <GroupStatusBadge status={group.status} />
            {group.name !== undefined && <span className="truncate">{group.error.name}</span>}
            <span className="font-mono text-xs">{group.type}</span>
            {group.error.step !== undefined && <span>in step “{group.error.step}”</span>}
            {group.error.code !== undefined && <span className="font-mono text-xs">{group.error.code}</span>}
          </p>
          <Decision group={group} />
        </div>
        <div className="flex flex-wrap gap-2">
          {group.failedTaskCount > 0 && (
            <Button disabledReason={reason} onClick={onRerun}>
              <RotateCw aria-hidden />
              {rerunWords(group.failedTaskCount)}
            </Button>
          )}
          {isOpen ? (
            <Button variant="primary" disabledReason={reason} onClick={() => onDecide('resolved')}>
              <CircleCheck aria-hidden />
              Resolve
            </Button>
          ) : (
            <Button disabledReason={reason} onClick={() => onDecide('open')}>
              <RotateCcw aria-hidden />
              Open again
            </Button>
          )}
          <DropdownMenu>
            <DropdownMenuTrigger asChild>
              <Button iconOnly aria-label="More actions">
                <Ellipsis aria-hidden />
              </Button>
            </DropdownMenuTrigger>
            <DropdownMenuContent align="end">
              {isOpen && (
                <DropdownMenuItem disabledReason={reason} onSelect={() => onDecide('muted')}>
                  <BellOff aria-hidden /> Mute…
                </DropdownMenuItem>
              )}
              <DropdownMenuItem disabledReason={reason} onSelect={() => onDecide('edit')}>
                <Pencil aria-hidden /> Name and owner…
              </DropdownMenuItem>
              <DropdownMenuItem disabledReason={alertReason} onSelect={onAlert}>
                <BellPlus aria-hidden /> Alert when it comes back…
              </DropdownMenuItem>
            </DropdownMenuContent>
          </DropdownMenu>
        </div>
      </div>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-3 lg:grid-cols-6">
        <Fact name="Tasks affected">
          <Link href={taskListPath(groupFilter(group.id))} className="underline decoration-line underline-offset-2">
            {taskCountWords(group.taskCount)}
          </Link>
        </Fact>
        <Fact name="Still failed">
          {group.failedTaskCount === 0 ? (
            '0'
          ) : (
            <Link href={taskListPath(groupFilter(group.id))} className="text-danger hover:underline">
              {taskCountWords(group.failedTaskCount)}
            </Link>
          )}
        </Fact>
        <Fact name="Failures in this window">{group.failureCount.toLocaleString('en')}</Fact>
        <Fact name="First seen">
          <Time value={group.firstSeenOn} />
        </Fact>
        <Fact name="Last seen">
          <Time value={group.lastSeenOn} />
        </Fact>
        <Fact name="Owner">{group.owner ?? <span className="font-normal text-muted">nobody</span>}</Fact>
      </dl>
    </header>
  );
}

function rerunWords(count: number): string {
  return count === 1 ? 'Rerun the one still failed…' : `Rerun the ${taskCountWords(count)} still failed…`;
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0 bg-surface px-3 py-2">
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="tabular truncate font-medium">{children}</dd>
    </div>
  );
}

/** What was decided, and what ends it. */
function Decision({ group }: { group: ErrorGroupDetails }) {
  if (group.status !== 'resolved' && group.status !== 'muted') return null;
  const { changedBy, changedOn, resolvedInVersion, mutedUntil, mutedFailures, mutedPerHour } = group;
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 text-muted text-sm">
      <span>
        {group.status === 'resolved' ? 'Resolved' : 'Muted'} by {changedBy}{' '}
        {changedOn !== undefined && <Time value={changedOn} />}
      </span>
      {resolvedInVersion !== undefined && <span>in version {resolvedInVersion}</span>}
      {mutedUntil !== undefined && (
        <span>
          until <Time value={mutedUntil} style="absolute" />
        </span>
      )}
      {mutedFailures !== undefined && <span>for {mutedFailures.toLocaleString('en')} more failures</span>}
      {mutedPerHour !== undefined && <span>up to {mutedPerHour.toLocaleString('en')} failures an hour</span>}
    </p>
  );
}
