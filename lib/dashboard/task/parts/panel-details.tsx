'use client';
import { useQuery } from '@tanstack/react-query';
import { JsonView } from '@/components/json/json-view.tsx';
import type { LogAnswer } from '@/components/log/log-window.ts';
import { StepLog } from '@/components/log/step-log.tsx';
import { stepInTrouble } from '@/components/step/step-in-trouble.ts';
import { Section } from '@/components/step/step-inspector.tsx';
import { StatusIcon } from '@/components/task/status-icon.tsx';
import type { TaskRow } from '@/components/task/task-row.ts';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { Link } from '@/components/ui/link.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { useLive } from '../../live/use-live.ts';
import { useRefresh } from '../../live/use-refresh.ts';
import { problemOf } from '../../problem/problem.ts';
import { fetchJson } from '../../query/fetch-json.ts';
import { loadValue } from '../../run/load-value.ts';
import { fetchSteps, runPaths } from '../../run/run-queries.ts';
import { usePanelRun } from '../use-panel-run.ts';

const logLines = 8;

/** The input of a task's current run, the step that failed or waits, and the end of its log. */
export function PanelDetails({ task }: { task: TaskRow }) {
  const { id, runCount, status, attempt } = task;
  const state = [id, runCount, status, attempt];
  const read = usePanelRun(task);
  const isInTrouble = ['failed', 'retrying', 'waiting'].includes(status);
  const steps = useQuery({
    queryKey: ['task-panel', 'steps', ...state],
    queryFn: ({ signal }) => fetchSteps({ id, run: runCount, least: 0 }, undefined, signal),
    enabled: isInTrouble,
  });
  const log = useQuery({
    queryKey: ['task-panel', 'log', ...state],
    queryFn: ({ signal }) =>
      fetchJson<LogAnswer>(`${runPaths.run(id, runCount)}/logs?from=end&size=${logLines}`, { signal }),
  });
  useLive({ taskIds: [id] }, useRefresh(['task-panel']));
  const step = stepInTrouble(task, steps.data?.pages.flatMap((page) => page.steps) ?? []);
  const failed = read.error ?? steps.error;
  const inputHref = runPaths.value(id, runCount, 'input');
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
      {failed !== null && (
        <ErrorState
          title="The run could not be read"
          problem={problemOf(failed)}
          onRetry={() => void Promise.all([read.refetch(), steps.refetch()])}
        />
      )}
      {step !== undefined && (
        <Section title={step.status === 'waiting' ? 'Waiting step' : 'Failing step'}>
          <Link
            href={`/tasks/${encodeURIComponent(id)}?step=${step.sequence}`}
            className="flex items-center gap-1.5 rounded text-sm hover:underline"
          >
            <StatusIcon status={step.status} />
            <span className="min-w-0">{step.name}</span>
            {step.attempts.length > 1 && <span className="text-muted text-xs">{step.attempts.length} attempts</span>}
          </Link>
        </Section>
      )}
      <Section title="Input">
        {read.data === undefined ? (
          failed === null && <Skeleton className="h-12" />
        ) : (
          <JsonView
            label={`Input of run ${runCount}`}
            shown={read.data.run.input}
            load={() => loadValue(inputHref)}
            downloadHref={read.data.run.input === undefined ? undefined : inputHref}
            empty="No input."
          />
        )}
      </Section>
      <Section title="Last log lines">
        <StepLog
          lines={log.data?.lines}
          hasMore={log.data?.hasMore ?? false}
          problem={log.error?.message}
          allHref={`/tasks/${encodeURIComponent(id)}?tab=logs`}
        />
      </Section>
    </div>
  );
}
