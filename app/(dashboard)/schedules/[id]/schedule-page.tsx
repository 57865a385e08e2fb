'use client';
import { useQuery } from '@tanstack/react-query';
import { numberText } from '#contract';
import { useNamedCrumb } from '@/components/shell/crumb-names.ts';
import { useGo } from '@/components/shell/use-go.ts';
import { taskName } from '@/components/task/task-row.ts';
import { Card } from '@/components/ui/card.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { useMay } from '@/lib/dashboard/access/scopes-context.tsx';
import { UnknownAddress } from '@/lib/dashboard/list/parts/unknown-address.tsx';
import { useLive } from '@/lib/dashboard/live/use-live.ts';
import { useRefresh } from '@/lib/dashboard/live/use-refresh.ts';
import { useThrottled } from '@/lib/dashboard/live/use-throttled.ts';
import { problemOf } from '@/lib/dashboard/problem/problem.ts';
import { fetchJson } from '@/lib/dashboard/query/fetch-json.ts';
import { HistoryTable, useHistory } from '@/lib/dashboard/run/parts/history-tab.tsx';
import { runKeys } from '@/lib/dashboard/run/run-queries.ts';
import { asOfNewestRun } from '@/lib/dashboard/schedule/as-of-newest-run.ts';
import { EditSchedule } from '@/lib/dashboard/schedule/parts/edit-schedule.tsx';
import { ScheduleHeader } from '@/lib/dashboard/schedule/parts/schedule-header.tsx';
import type { ScheduledTask } from '@/lib/dashboard/schedule/read-schedules.ts';
import { scheduleKey } from '@/lib/dashboard/schedule/schedule-key.ts';

const refreshInMs = 1_000;

/** One schedule: when it runs and why, its form, and the runs that it had. */
export function SchedulePage({ id }: { id: string }) {
  const { reason } = useMay('tasks/update');
  const go = useGo();
  const {
    data: read,
    error,
    refetch,
  } = useQuery({
    queryKey: scheduleKey(id),
    queryFn: ({ signal }) => fetchJson<ScheduledTask>(`/api/schedules/${encodeURIComponent(id)}`, { signal }),
  });
  const runs = useHistory(id);
  const data = read && asOfNewestRun(read, runs.error === null ? runs.rows[0] : undefined);
  const refreshes = [useRefresh(scheduleKey(id)), useRefresh(runKeys.history(id))];
  const refresh = () => {
    for (const one of refreshes) one();
  };
  useLive({ taskIds: [id], isSeenOnly: true }, useThrottled(refresh, refreshInMs));
  useNamedCrumb(id, data && taskName(data));
  if (data === undefined) {
    return error === null ? null : (
      <ErrorState
        className="m-4"
        title="The schedule could not be read"
        problem={problemOf(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  const taskPath = `/tasks/${encodeURIComponent(id)}`;

  return (
    <div className="flex min-h-full flex-col gap-4 p-3 sm:p-4">
      <ScheduleHeader task={data} reason={reason} onDone={refresh} />
      <UnknownAddress />
      <EditSchedule task={data} reason={reason} onSaved={refresh} />
      <Card title={`Runs · ${numberText(data.runCount)}`} className="flex min-h-72 flex-1 flex-col">
        <div className="relative min-h-0 flex-1 border-line border-t">
          <HistoryTable runs={runs} seen={0} onOpen={(run) => go(`${taskPath}?run=${run.runCount}`)} />
        </div>
      </Card>
    </div>
  );
}
