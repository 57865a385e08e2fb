'use client';
import { CalendarClock } from 'lucide-react';
import { useMemo, useState } from 'react';
import { scheduleColumns } from '@/components/schedule/schedule-columns.tsx';
import { laterPart } from '@/components/shell/later-part.ts';
import { ColumnsMenu } from '@/components/table/columns-menu.tsx';
import { PlainTable } from '@/components/table/plain-table.tsx';
import { NewLink } from '@/components/task/new-link.tsx';
import { BoundsNote } from '@/components/ui/bounds.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Card } from '@/components/ui/card.tsx';
import { EmptyList } from '@/components/ui/empty-list.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { PageHeader } from '@/components/ui/page-header.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { useMay } from '@/lib/dashboard/access/scopes-context.tsx';
import type { ListPage } from '@/lib/dashboard/list/page.ts';
import { UnknownAddress } from '@/lib/dashboard/list/parts/unknown-address.tsx';
import { useGrowingList } from '@/lib/dashboard/list/use-growing-list.ts';
import { useTableLayout } from '@/lib/dashboard/list/use-table-layout.ts';
import { useLive } from '@/lib/dashboard/live/use-live.ts';
import { useRefresh } from '@/lib/dashboard/live/use-refresh.ts';
import { useThrottled } from '@/lib/dashboard/live/use-throttled.ts';
import { problemOf } from '@/lib/dashboard/problem/problem.ts';
import { fetchJson } from '@/lib/dashboard/query/fetch-json.ts';
import type { ScheduledTask } from '@/lib/dashboard/schedule/read-schedules.ts';
import { scheduleActs } from '@/lib/dashboard/schedule/schedule-acts.ts';
import { schedulesKey } from '@/lib/dashboard/schedule/schedule-key.ts';

const SkipOccurrence = laterPart(() =>
  import('@/lib/dashboard/schedule/parts/skip-occurrence.tsx').then((loaded) => loaded.SkipOccurrence),
);

const refreshInMs = 1_500;

/** Every task that starts by itself: what its schedule means, when it starts next, how it went last. */
export function SchedulesPage() {
  const { reason } = useMay('tasks/update');
  const [skipped, setSkipped] = useState<ScheduledTask>();
  const create = useMay('tasks/create');
  const { pages, hasMore, isReadingOn, isLoading, error, retry, refresh, readOn } = useGrowingList<SchedulesRead>({
    key: schedulesKey,
    read: (token, { signal }) =>
      fetchJson<SchedulesRead>(`/api/schedules?${new URLSearchParams(token && { continuationToken: token })}`, {
        signal,
      }),
    isRefreshed: true,
  });
  const schedules = useMemo(() => pages.flatMap(({ value }) => value), [pages]);
  useLive({ isSeenOnly: true }, useThrottled(useRefresh(schedulesKey), refreshInMs));

  const columns = useMemo(() => {
    const acts = scheduleActs(refresh);
    return scheduleColumns<ScheduledTask>({
      reason,
      onToggle: (task) => void acts.toggle(task),
      onRunNow: (task) => void acts.run(task),
      onSkip: setSkipped,
    });
  }, [reason, refresh]);
  const arranged = useTableLayout('schedules', columns);

  return (
    <div className="mx-auto grid w-full max-w-[120rem] gap-4 p-3 sm:p-4">
      <PageHeader title="Schedules" />
      <UnknownAddress />
      <BoundsNote />
      {error !== null && (
        <ErrorState title="The schedules could not be read" problem={problemOf(error)} onRetry={retry} />
      )}
      {isLoading ? (
        <Skeleton className="h-48 rounded-lg" />
      ) : schedules.length === 0 ? (
        error === null && <NoSchedules reason={create.reason} />
      ) : (
        <Card
          title={`Tasks with a schedule · ${schedules.length}${hasMore ? '+' : ''}`}
          actions={
            <>
              <ColumnsMenu columns={columns} {...arranged} />
              <NewLink href="/schedules/new" reason={create.reason}>
                New schedule
              </NewLink>
            </>
          }
        >
          <PlainTable
            isMain
            label="schedules"
            columns={columns}
            rows={schedules}
            rowId={({ id }) => id}
            {...arranged}
          />
        </Card>
      )}
      {hasMore && (
        <p className="flex items-center gap-3 text-muted text-sm">
          The first {schedules.length} are shown.
          <Button size="sm" disabled={isReadingOn} aria-busy={isReadingOn} onClick={readOn}>
            Show more
          </Button>
        </p>
      )}
      {skipped?.nextRunOn !== undefined && (
        <SkipOccurrence
          task={skipped}
          nextRunOn={skipped.nextRunOn}
          onClose={() => {
            setSkipped(undefined);
            refresh();
          }}
        />
      )}
    </div>
  );
}

type SchedulesRead = ListPage<ScheduledTask>;

function NoSchedules({ reason }: { reason: string | undefined }) {
  return (
    <EmptyList
      icon={CalendarClock}
      title="No task has a schedule"
      action={
        <NewLink href="/schedules/new" reason={reason}>
          New schedule
        </NewLink>
      }
    >
      A task with a cron expression starts a new run at each occurrence, in its time zone.
    </EmptyList>
  );
}
