'use client';
import { useQuery } from '@tanstack/react-query';
import { Cpu } from 'lucide-react';
import { parseAsString } from 'nuqs';
import { useMemo } from 'react';
import { type AlertAbout, newAlertPath } from '@/components/alert/alert-path.ts';
import { laterPart } from '@/components/shell/later-part.ts';
import { useGo } from '@/components/shell/use-go.ts';
import { usePageActions } from '@/components/shell/use-page-actions.ts';
import { ColumnsMenu } from '@/components/table/columns-menu.tsx';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table.tsx';
import { BoundsNote } from '@/components/ui/bounds.tsx';
import { Card, CardEmpty } from '@/components/ui/card.tsx';
import { EmptyList } from '@/components/ui/empty-list.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { PageHeader } from '@/components/ui/page-header.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { queueActions, queueMenuColumn } from '@/components/worker/queue-menu.tsx';
import { type QueueRow, queueColumns, workerColumns } from '@/components/worker/worker-columns.tsx';
import { useMay } from '@/lib/dashboard/access/scopes-context.tsx';
import { UnknownAddress } from '@/lib/dashboard/list/parts/unknown-address.tsx';
import { useTableLayout } from '@/lib/dashboard/list/use-table-layout.ts';
import { useLive, useLiveState } from '@/lib/dashboard/live/use-live.ts';
import { useRefresh } from '@/lib/dashboard/live/use-refresh.ts';
import { useThrottled } from '@/lib/dashboard/live/use-throttled.ts';
import { problemOf } from '@/lib/dashboard/problem/problem.ts';
import { fetchJson } from '@/lib/dashboard/query/fetch-json.ts';
import { useLastFailure } from '@/lib/dashboard/query/use-last-failure.ts';
import type { Fleet } from '@/lib/dashboard/worker/read-fleet.ts';

const Timeline = laterPart(
  () => import('@/lib/dashboard/timeline/parts/fleet-timeline.tsx').then((loaded) => loaded.FleetTimeline),
  () => <Skeleton className="h-40 rounded-lg" />,
);

/** The parameters of the timeline, whose code comes later. */
const timelineParams = { by: parseAsString, during: parseAsString };
const refreshInMs = 1_500;
/** Heartbeats are no changes of tasks, so the live stream does not tell of them. */
const heartbeatInMs = 5_000;
/** Of so many queues the palette has what their menus offer. */
const mostInPalette = 15;

/** Who works, on what, and what waits for whom. */
export function WorkersPage() {
  const { isPaused } = useLiveState();
  const mayReadTasks = useMay('tasks/read').reason === undefined;
  const {
    data,
    error: failure,
    refetch,
  } = useQuery({
    queryKey: ['fleet'],
    queryFn: ({ signal }) => fetchJson<Fleet>('/api/workers', { signal }),
    refetchInterval: isPaused ? false : heartbeatInMs,
  });
  const error = useLastFailure({ key: ['fleet'], data, error: failure });
  useLive({ isSeenOnly: true }, useThrottled(useRefresh(['fleet']), refreshInMs));

  return (
    <div className="mx-auto grid w-full max-w-[120rem] gap-4 p-3 sm:p-4">
      <PageHeader title="Workers and queues" />
      <UnknownAddress params={timelineParams} />
      <BoundsNote />
      {error !== null && (
        <ErrorState title="The workers could not be read" problem={problemOf(error)} onRetry={() => refetch()} />
      )}
      {data === undefined ? (
        error === null && (
          <div aria-busy="true" className="grid gap-4">
            <Skeleton className="h-40 rounded-lg" />
            <Skeleton className="h-40 rounded-lg" />
          </div>
        )
      ) : (
        <>
          <FleetTables fleet={data} />
          {mayReadTasks && <Timeline />}
        </>
      )}
    </div>
  );
}

function FleetTables({ fleet: { workers, queues, hasMore } }: { fleet: Fleet }) {
  const workerTable = useTableLayout('workers', workerColumns, 'workerColumns');
  const go = useGo();
  const { reason: alertReason } = useMay('alerts/manage');
  const menu = useMemo(
    () => ({ alertReason, onAlert: (about: AlertAbout) => go(newAlertPath(about), 'The new alert') }),
    [alertReason, go],
  );
  const shownQueueColumns = useMemo<readonly PlainColumn<QueueRow>[]>(
    () => [...queueColumns, queueMenuColumn(menu)],
    [menu],
  );
  usePageActions(queueActions(queues.slice(0, mostInPalette), menu));
  const queueTable = useTableLayout('queues', shownQueueColumns, 'queueColumns');
  return (
    <>
      <Card
        title={`Workers · ${workers.filter(({ status }) => status === 'live').length} live`}
        actions={<ColumnsMenu columns={workerColumns} {...workerTable} />}
      >
        {workers.length === 0 ? (
          <EmptyList icon={Cpu} title="No worker" className="border-line border-t">
            Tasks wait until one starts. A worker is a process that executes tasks. Start one with{' '}
            <code>npm run worker</code> on this machine or on another one with the same database.
          </EmptyList>
        ) : (
          <PlainTable
            label="workers"
            columns={workerColumns}
            rows={workers}
            rowId={({ id }) => id}
            isDimmed={({ status }) => status === 'expired'}
            {...workerTable}
          />
        )}
      </Card>
      <Card title="Queues" actions={<ColumnsMenu columns={shownQueueColumns} {...queueTable} />}>
        {queues.length === 0 ? (
          <CardEmpty>Queues of tasks and workers appear here.</CardEmpty>
        ) : (
          <PlainTable
            label="queues"
            columns={shownQueueColumns}
            rows={queues}
            rowId={({ name }) => name}
            {...queueTable}
          />
        )}
      </Card>
      {hasMore && <p className="text-muted text-sm">Only the first 500 of each are shown.</p>}
    </>
  );
}
