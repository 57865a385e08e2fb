import type { ReactNode } from 'react';
import { type ErrorGroupDetails, numberText, stepShape } from '#contract';
import { Link } from '@/components/ui/link.tsx';
import { Time } from '@/components/ui/time.tsx';
import { taskCountWords } from './count-words.ts';
import { GroupStatusBadge } from './group-status-badge.tsx';
import { MessageTitle } from './message-title.tsx';

/** The status of a cause, where it fails, who else looks at it, and what was decided about it. */
export function GroupLine({ group, others }: { group: ErrorGroupDetails; others?: ReactNode }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
        <GroupStatusBadge status={group.status} />
        {group.name !== undefined && <span className="truncate">{group.error.name}</span>}
        <span className="font-mono text-xs">{group.type}</span>
        {group.error.step !== undefined && (
          <span className="wrap-anywhere">
            in step “<MessageTitle message={stepShape(group.error.step)} />”
          </span>
        )}
        {group.error.code !== undefined && <span className="font-mono text-xs">{group.error.code}</span>}
        {others}
      </div>
      <Decision group={group} />
    </>
  );
}

/** How many tasks, since when, and whose it is. `tasksHref` leads to the tasks; omitted where they have no page. */
export function GroupFacts({ group, tasksHref }: { group: ErrorGroupDetails; tasksHref?: string }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-3 lg:grid-cols-6">
      <Fact name="Tasks affected">
        <Count count={group.taskCount} href={tasksHref} className="underline decoration-line underline-offset-2" />
      </Fact>
      <Fact name="Still failed">
        <Count
          count={group.failedTaskCount}
          href={group.failedTaskCount === 0 ? undefined : tasksHref}
          className="text-danger hover:underline"
        />
      </Fact>
      <Fact name="Failures in this window">{numberText(group.failureCount)}</Fact>
      <Fact name="First seen">
        <Time value={group.firstSeenOn} />
      </Fact>
      <Fact name="Last seen">
        <Time value={group.lastSeenOn} />
      </Fact>
      <Fact name="Owner">{group.owner ?? <span className="font-normal text-muted">nobody</span>}</Fact>
    </dl>
  );
}

function Count({ count, href, className }: { count: number; href: string | undefined; className: string }) {
  if (href === undefined) return taskCountWords(count);
  return (
    <Link href={href} className={className}>
      {taskCountWords(count)}
    </Link>
  );
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
      {mutedFailures !== undefined && <span>for {numberText(mutedFailures)} more failures</span>}
      {mutedPerHour !== undefined && <span>up to {numberText(mutedPerHour)} failures an hour</span>}
    </p>
  );
}
