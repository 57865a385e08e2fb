import { ReasonText } from '@/components/reason/reason-text.tsx';
import type { Column } from '@/components/table/column.ts';
import { type Created, creatorName } from '@/components/task/creator-name.ts';
import { StatusBadge } from '@/components/task/status-badge.tsx';
import { Duration } from '@/components/ui/duration.tsx';
import { Time } from '@/components/ui/time.tsx';
import { useAtPresent } from '@/components/ui/time-preferences.tsx';
import { runDuration, untilEnd } from './describe-run.ts';
import { triggerWord } from './run-facts.tsx';
import type { RunView } from './run-view.ts';

/** The columns of a task's history, in which the run `seen` is marked. */
export function runColumns(seen: number, task: Created = {}): readonly Column<RunView>[] {
  return [
    {
      id: 'runCount',
      header: 'Run',
      width: '5rem',
      card: 'title',
      cell: (run) => (
        <span className="tabular font-medium" aria-current={run.runCount === seen ? 'true' : undefined}>
          {run.runCount}
          {run.runCount === seen && <span className="ml-1.5 font-normal text-muted text-xs">shown</span>}
        </span>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      width: '8rem',
      card: 'end',
      cell: (run) => <StatusBadge status={run.status} variant="plain" />,
    },
    {
      id: 'trigger',
      header: 'Trigger',
      width: 'minmax(7rem, 1fr)',
      card: 'detail',
      dropOrder: 3,
      cell: (run) => <span className="truncate">{triggerWord(run)}</span>,
    },
    {
      id: 'by',
      header: 'By',
      width: 'minmax(7rem, 1fr)',
      dropOrder: 1,
      cell: (run) => <span className="truncate">{creatorName(run.triggeredBy, task)}</span>,
    },
    { id: 'queuedOn', header: 'Asked for', width: '8rem', cell: (run) => <Time value={run.queuedOn} /> },
    {
      id: 'duration',
      header: 'Duration',
      width: '6rem',
      align: 'end',
      card: 'detailEnd',
      cell: (run) => <RunDuration run={run} />,
    },
    { id: 'attempt', header: 'Attempt', width: '5rem', align: 'end', dropOrder: 2, cell: (run) => run.attempt },
    {
      id: 'reason',
      header: 'Error or reason',
      width: 'minmax(10rem, 3fr)',
      cell: (run) =>
        run.error === undefined && run.waitingFor !== undefined ? (
          <span className="truncate">
            <ReasonText reason={run.waitingFor} />
          </span>
        ) : (
          <span className="truncate text-muted" title={run.error?.message}>
            {run.error?.message}
          </span>
        ),
    },
  ];
}

function RunDuration({ run }: { run: RunView }) {
  const took = runDuration(
    run,
    useAtPresent((present) => untilEnd(run, present)),
  );
  return took === undefined ? <span className="text-faint">–</span> : <Duration ms={took} />;
}
