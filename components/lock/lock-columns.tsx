import type { Column } from '@/components/table/column.ts';
import { TaskLink } from '@/components/task/task-link.tsx';
import type { TaskNames } from '@/components/task/task-names.ts';
import { Button } from '@/components/ui/button.tsx';
import { Time } from '@/components/ui/time.tsx';
import type { LockRow } from './lock-row.ts';

type Run = { taskId?: string | undefined; runCount?: number | undefined; owner: string };

/** Who holds or wants a lock; a run is a link to it. */
function Holder({ run, taskNames }: { run: Run; taskNames: TaskNames }) {
  if (run.taskId === undefined) return <span className="truncate">{run.owner}</span>;
  return <TaskLink taskId={run.taskId} runCount={run.runCount ?? 1} names={taskNames} className="text-accent" />;
}

/** The columns of the list of locks; `reason` is why the operator may not release them. */
export function lockColumns({
  onRelease,
  reason,
}: {
  onRelease: (lock: LockRow) => void;
  reason: string | undefined;
}): Column<LockRow>[] {
  return [
    {
      id: 'name',
      header: 'Lock',
      width: 'minmax(8rem, 1.5fr)',
      card: 'title',
      cell: (lock) => <span className="truncate font-mono text-xs">{lock.name}</span>,
    },
    {
      id: 'holder',
      header: 'Held by',
      width: 'minmax(10rem, 1.5fr)',
      card: 'detail',
      cell: (lock) => (
        <>
          <Holder run={lock} taskNames={lock.taskNames} />
          {lock.waitingCount > 0 && <span className="sm:hidden"> · {lock.waitingCount} waiting</span>}
        </>
      ),
    },
    { id: 'since', header: 'Since', width: '8rem', card: 'end', cell: (lock) => <Time value={lock.acquiredOn} /> },
    {
      id: 'expires',
      header: 'Expires',
      dropOrder: 2,
      width: '9rem',
      cell: (lock) =>
        lock.expiresOn === undefined ? (
          <span className="text-muted">with the run</span>
        ) : (
          <Time value={lock.expiresOn} />
        ),
    },
    {
      id: 'waiting',
      header: 'Waiting',
      width: 'minmax(5rem, 1.5fr)',
      cell: ({ waiting, waitingCount, taskNames }) => {
        const [next] = waiting;
        if (next === undefined) return <span className="text-muted">nobody</span>;
        return (
          <span className="flex min-w-0 items-center gap-1">
            <span className="tabular shrink-0">{waitingCount}, next</span> <Holder run={next} taskNames={taskNames} />
          </span>
        );
      },
    },
    {
      id: 'token',
      header: 'Fencing token',
      width: '7rem',
      align: 'end',
      dropOrder: 1,
      cell: (lock) => <span className="tabular text-muted">{lock.fencingToken}</span>,
    },
    {
      id: 'release',
      header: 'Action',
      width: '6rem',
      card: 'detailEnd',
      cell: (lock) => (
        <Button
          size="sm"
          className="h-6"
          disabledReason={reason}
          aria-label={`Release ${lock.name}`}
          onClick={(event) => {
            event.stopPropagation();
            onRelease(lock);
          }}
        >
          Release
        </Button>
      ),
    },
  ];
}
