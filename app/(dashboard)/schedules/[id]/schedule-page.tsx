'use client';
import { useQuery } from '@tanstack/react-query';
import { Pause, Play, SkipForward, Zap } from 'lucide-react';
import { useState } from 'react';
import { pauseProblem, runProblem, skipProblem } from '@/components/schedule/schedule-columns.tsx';
import { useNamedCrumb } from '@/components/shell/crumb-names.ts';
import { useGo } from '@/components/shell/use-go.ts';
import { StatusBadge } from '@/components/task/status-badge.tsx';
import { taskName } from '@/components/task/task-row.ts';
import { Button } from '@/components/ui/button.tsx';
import { Card } from '@/components/ui/card.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { Link } from '@/components/ui/link.tsx';
import { useMay } from '@/lib/dashboard/access/scopes-context.tsx';
import { useLive } from '@/lib/dashboard/live/use-live.ts';
import { useRefresh } from '@/lib/dashboard/live/use-refresh.ts';
import { useThrottled } from '@/lib/dashboard/live/use-throttled.ts';
import { problemOf } from '@/lib/dashboard/problem/problem.ts';
import { fetchJson } from '@/lib/dashboard/query/fetch-json.ts';
import { HistoryTab } from '@/lib/dashboard/run/parts/history-tab.tsx';
import { useServerNow } from '@/lib/dashboard/run/use-run.ts';
import { EditSchedule } from '@/lib/dashboard/schedule/parts/edit-schedule.tsx';
import { SkipOccurrence } from '@/lib/dashboard/schedule/parts/skip-occurrence.tsx';
import type { ScheduledTask } from '@/lib/dashboard/schedule/read-schedules.ts';
import { scheduleActs } from '@/lib/dashboard/schedule/schedule-acts.ts';
import { scheduleKey } from '@/lib/dashboard/schedule/schedule-key.ts';

const refreshInMs = 1_000;

/** One schedule: when it runs and why, its form, and the runs that it had. */
export function SchedulePage({ id }: { id: string }) {
  const { reason } = useMay('tasks/update');
  const [isSkipping, setSkipping] = useState(false);
  const go = useGo();
  const now = useServerNow(undefined);
  const { data, error, refetch } = useQuery({
    queryKey: scheduleKey(id),
    queryFn: ({ signal }) => fetchJson<ScheduledTask>(`/api/schedules/${encodeURIComponent(id)}`, { signal }),
  });
  useLive({ taskIds: [id], isSeenOnly: true }, useThrottled(useRefresh(scheduleKey(id)), refreshInMs));
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
  const acts = scheduleActs(() => void refetch());
  const isPaused = data.status === 'paused';
  const taskPath = `/tasks/${encodeURIComponent(id)}`;

  return (
    <div className="flex min-h-full flex-col gap-4 p-3 sm:p-4">
      <header className="flex flex-wrap items-center gap-2">
        <StatusBadge status={data.status} />
        <h1 className="min-w-0 flex-1 basis-48 truncate font-semibold text-base tracking-tight" title={data.name}>
          {taskName(data)}
        </h1>
        <div className="flex flex-wrap items-center gap-1.5">
          <Button size="sm" asChild>
            <Link href={taskPath}>Open task</Link>
          </Button>
          <Button size="sm" disabledReason={reason ?? skipProblem(data.status)} onClick={() => setSkipping(true)}>
            <SkipForward aria-hidden /> Skip next run
          </Button>
          <Button
            size="sm"
            actionKey={isPaused ? 'resume' : 'pause'}
            disabledReason={reason ?? pauseProblem(data.status)}
            onClick={() => void acts.toggle(data)}
          >
            {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />} {isPaused ? 'Resume' : 'Pause'}
          </Button>
          <Button size="sm" disabledReason={reason ?? runProblem(data.status)} onClick={() => void acts.run(data)}>
            <Zap aria-hidden /> Run now
          </Button>
        </div>
      </header>
      <EditSchedule task={data} reason={reason} onSaved={() => void refetch()} />
      <Card title={`Runs · ${data.runCount.toLocaleString('en')}`} className="flex min-h-72 flex-1 flex-col">
        <div className="relative min-h-0 flex-1 border-line border-t">
          <HistoryTab taskId={id} seen={0} now={now} onOpen={(run) => go(`${taskPath}?run=${run.runCount}`)} />
        </div>
      </Card>
      {isSkipping && data.nextRunOn !== undefined && (
        <SkipOccurrence
          task={data}
          nextRunOn={data.nextRunOn}
          onClose={() => {
            setSkipping(false);
            void refetch();
          }}
        />
      )}
    </div>
  );
}
