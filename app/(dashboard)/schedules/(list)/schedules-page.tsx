'use client';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useMemo, useState } from 'react';
import { scheduleColumns } from '@/components/schedule/schedule-columns.tsx';
import { partLoader } from '@/components/shell/part-loader.ts';
import { ColumnsMenu } from '@/components/table/columns-menu.tsx';
import { PlainTable } from '@/components/table/plain-table.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Card } from '@/components/ui/card.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { Link } from '@/components/ui/link.tsx';
import { PageHeader } from '@/components/ui/page-header.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { useMay } from '@/lib/dashboard/access/scopes-context.tsx';
import type { ListPage } from '@/lib/dashboard/list/page.ts';
import { useTableLayout } from '@/lib/dashboard/list/use-table-layout.ts';
import { useLive } from '@/lib/dashboard/live/use-live.ts';
import { useThrottled } from '@/lib/dashboard/live/use-throttled.ts';
import { problemOf } from '@/lib/dashboard/problem/problem.ts';
import { fetchJson } from '@/lib/dashboard/query/fetch-json.ts';
import type { ScheduledTask } from '@/lib/dashboard/schedule/read-schedules.ts';
import { scheduleActs } from '@/lib/dashboard/schedule/schedule-acts.ts';

const SkipOccurrence = dynamic(
  partLoader(() =>
    import('@/lib/dashboard/schedule/parts/skip-occurrence.tsx').then((loaded) => loaded.SkipOccurrence),
  ),
  { ssr: false },
);

const refreshInMs = 1_500;

/** Every task that starts by itself: what its schedule means, when it starts next, how it went last. */
export function SchedulesPage() {
  const { reason } = useMay('tasks/update');
  const [skipped, setSkipped] = useState<ScheduledTask>();
  const { data, error, refetch } = useQuery({
    queryKey: ['schedules'],
    queryFn: ({ signal }) => fetchJson<ListPage<ScheduledTask>>('/api/schedules', { signal }),
  });
  useLive(
    {},
    useThrottled(() => void refetch(), refreshInMs),
  );

  const columns = useMemo(() => {
    const acts = scheduleActs(() => void refetch());
    return scheduleColumns<ScheduledTask>({
      reason,
      onToggle: (task) => void acts.toggle(task),
      onRunNow: (task) => void acts.run(task),
      onSkip: setSkipped,
    });
  }, [reason, refetch]);
  const arranged = useTableLayout('schedules', columns);

  return (
    <div className="mx-auto grid w-full max-w-[120rem] gap-4 p-3 sm:p-4">
      <PageHeader title="Schedules" />
      {error !== null && (
        <ErrorState title="The schedules could not be read" problem={problemOf(error)} onRetry={() => void refetch()} />
      )}
      {data === undefined ? (
        error === null && <Skeleton className="h-48 rounded-lg" />
      ) : data.value.length === 0 ? (
        <NoSchedules />
      ) : (
        <Card
          title={`Tasks with a schedule · ${data.value.length}${data.continuationToken === undefined ? '' : '+'}`}
          actions={
            <>
              <ColumnsMenu columns={columns} {...arranged} />
              <Button asChild size="sm" variant="primary">
                <Link href="/schedules/new">New schedule</Link>
              </Button>
            </>
          }
        >
          <PlainTable label="schedules" columns={columns} rows={data.value} rowId={({ id }) => id} {...arranged} />
        </Card>
      )}
      {data?.continuationToken !== undefined && (
        <p className="text-muted text-sm">
          The first {data.value.length} are shown.{' '}
          <Link href="/tasks?filter=schedule:true" className="text-accent hover:underline">
            All in the task list
          </Link>
        </p>
      )}
      {skipped?.nextRunOn !== undefined && (
        <SkipOccurrence
          task={skipped}
          nextRunOn={skipped.nextRunOn}
          onClose={() => {
            setSkipped(undefined);
            void refetch();
          }}
        />
      )}
    </div>
  );
}

function NoSchedules() {
  return (
    <EmptyState
      icon={CalendarClock}
      title="No task has a schedule"
      action={
        <Button asChild>
          <Link href="/schedules/new">New schedule</Link>
        </Button>
      }
    >
      A task with a cron expression starts a new run at each occurrence, in its time zone.
    </EmptyState>
  );
}
