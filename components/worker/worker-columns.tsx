import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import { numberText, type Queue, type Worker } from '#contract';
import { type Clause, fieldClause } from '@/components/filter/clause.ts';
import type { StuckGroup } from '@/components/overview/stuck-group.ts';
import type { PlainColumn } from '@/components/table/plain-table.tsx';
import { TaskLink } from '@/components/task/task-link.tsx';
import { taskListPath } from '@/components/task/task-list-path.ts';
import { type Named, nameOfTask } from '@/components/task/task-names.ts';
import { Badge, type Tone } from '@/components/ui/badge.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { formatBytes } from '@/components/ui/format-bytes.ts';
import { Link } from '@/components/ui/link.tsx';
import { Time } from '@/components/ui/time.tsx';

const looks: Record<Worker['status'], { word: string; tone: Tone; icon: typeof CircleX }> = {
  live: { word: 'Live', tone: 'neutral', icon: CircleCheck },
  stopping: { word: 'Stopping', tone: 'neutral', icon: CircleDashed },
  expired: { word: 'Gone', tone: 'caution', icon: CircleX },
};

export const workerColumns: readonly PlainColumn<Named<Worker>>[] = [
  {
    id: 'name',
    header: 'Worker',
    width: 10,
    cell: (worker) => (
      <span className="font-mono text-xs" title={worker.id}>
        {worker.name}
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: 6.5,
    cell: ({ status, replacedBy }) => {
      if (replacedBy !== undefined) return <Replaced by={replacedBy} />;
      const { word, ...look } = looks[status];
      return <Badge {...look}>{word}</Badge>;
    },
  },
  { id: 'slots', header: 'Slots', width: 9.5, cell: ({ busy, slots }) => <SlotMeter busy={busy} slots={slots} /> },
  {
    id: 'running',
    header: 'Current runs',
    width: 9.5,
    cell: ({ running, taskNames }) => (
      <span className="flex min-w-0 gap-x-2">
        {running.slice(0, 1).map(({ taskId, runCount }) => (
          <TaskLink
            key={`${taskId}#${runCount}`}
            taskId={taskId}
            runCount={runCount}
            names={taskNames}
            maximum={13}
            className="text-accent"
          />
        ))}
        {running.length > 1 && (
          <span
            className="text-muted text-xs"
            title={running
              .slice(1)
              .map(({ taskId, runCount }) => `${nameOfTask(taskNames, taskId) ?? taskId} #${runCount}`)
              .join('\n')}
          >
            +{running.length - 1}
          </span>
        )}
        {running.length === 0 && <span className="text-muted">–</span>}
      </span>
    ),
  },
  {
    id: 'queues',
    header: 'Queues',
    width: 5.5,
    dropOrder: 5,
    cell: ({ queues }) => <span className="font-mono text-xs">{queues.join(', ')}</span>,
  },
  {
    id: 'types',
    header: 'Types',
    width: 3,
    dropOrder: 1,
    cell: ({ types }) => <span title={types.join('\n')}>{types.length}</span>,
    align: 'end',
  },
  {
    id: 'host',
    header: 'Host and process',
    width: 8,
    dropOrder: 2,
    cell: ({ host, processId }) => (
      <span className="text-muted">
        {host} <span className="tabular">{processId}</span>
      </span>
    ),
  },
  {
    id: 'memory',
    header: 'Memory',
    width: 4.5,
    dropOrder: 3,
    align: 'end',
    cell: ({ memoryBytes }) => formatBytes(memoryBytes),
  },
  { id: 'started', header: 'Started', width: 6, dropOrder: 4, cell: ({ startedOn }) => <Time value={startedOn} /> },
  {
    id: 'seen',
    header: 'Last heartbeat',
    width: 7,
    dropOrder: 6,
    cell: ({ lastSeenOn }) => <Time value={lastSeenOn} />,
  },
];

/** That a worker is gone and that its work is done all the same, such as after a restart. */
function Replaced({ by }: { by: string }) {
  const title =
    by === 'service' ? 'Gone. Every service does its work.' : `Gone. ${by} started later and serves the same.`;
  return (
    <span title={title}>
      <Badge icon={CircleDashed}>Replaced</Badge>
    </span>
  );
}

/** A queue, and the types of queued tasks that none of its workers has, where they are known. */
export type QueueRow = Queue & { unserved?: readonly Unserved[] };
export type Unserved = Pick<StuckGroup, 'count' | 'isCapped'> & { type: string };

export const queueColumns: readonly PlainColumn<QueueRow>[] = [
  { id: 'name', header: 'Queue', width: 8, cell: ({ name }) => <span className="font-mono text-xs">{name}</span> },
  {
    id: 'queued',
    header: 'Queued',
    width: 4.5,
    align: 'end',
    cell: ({ name, queued }) => <Count count={queued} filter={ofQueue('queued', name)} />,
  },
  {
    id: 'running',
    header: 'Running',
    width: 4.5,
    align: 'end',
    cell: ({ name, running }) => <Count count={running} filter={ofQueue('running', name)} />,
  },
  {
    id: 'oldest',
    header: 'Oldest queued since',
    width: 9,
    cell: ({ oldestQueuedOn }) =>
      oldestQueuedOn === undefined ? <span className="text-muted">–</span> : <Time value={oldestQueuedOn} />,
  },
  {
    id: 'workers',
    header: 'Workers',
    width: 15,
    cell: ({ name, workerCount, queued, slots, unserved = [] }) =>
      workerCount > 0 ? (
        <span className="flex min-w-0 items-center gap-2">
          {unserved.length > 0 && <NotServed queue={name} unserved={unserved} />}
          <span className="tabular truncate">
            {workerCount} <span className="text-muted">with {numberText(slots)} slots</span>
          </span>
        </span>
      ) : queued > 0 ? (
        <Badge tone="danger" icon={CircleX} className="max-sm:h-auto max-sm:whitespace-normal">
          No worker: tasks in this queue wait
        </Badge>
      ) : (
        <Badge>None</Badge>
      ),
  },
];

/** That workers serve the queue, but not all types of its tasks: it leads to these tasks. */
function NotServed({ queue, unserved }: { queue: string; unserved: readonly Unserved[] }) {
  const types = unserved.map(({ type }) => type);
  const [first] = types;
  const filter: Clause[] = [...ofQueue('queued', queue), { kind: 'field', key: 'type', values: types }];
  return (
    <Link
      href={taskListPath(filter)}
      title={unserved.map(({ type, count, isCapped }) => `${type}: ${countText(count, isCapped)} queued`).join('\n')}
      className="min-w-0 shrink-0 hover:underline max-sm:shrink"
    >
      <Badge tone="danger" icon={CircleX} className="max-sm:h-auto max-sm:whitespace-normal">
        {types.length === 1 ? `No worker has type ${first}` : `No worker has ${types.length} types`}
      </Badge>
    </Link>
  );
}

const ofQueue = (status: 'queued' | 'running', queue: string): Clause[] => [
  fieldClause('status', status),
  fieldClause('queue', queue),
];

const countText = (count: number, isCapped: boolean) => `${numberText(count)}${isCapped ? '+' : ''}`;

/** Counts are exact to 10,000. */
function Count({ count, filter }: { count: number; filter: readonly Clause[] }) {
  if (count === 0) return <span className="text-muted">0</span>;
  return (
    <Link href={taskListPath(filter)} className="text-accent hover:underline">
      {countText(count, count >= 10_000)}
    </Link>
  );
}

/** How many of a worker's slots are busy, as a bar and in figures. */
function SlotMeter({ busy, slots }: { busy: number; slots: number }) {
  const share = slots === 0 ? 0 : Math.min(1, busy / slots);
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden className="h-1.5 w-16 forced-color-adjust-none overflow-hidden rounded-full bg-idle-soft">
        <span
          className={cn('block h-full rounded-full bg-active', busy > 0 && 'min-w-1')}
          style={{ width: `${share * 100}%` }}
        />
      </span>
      <span className="tabular">
        {numberText(busy)} <span className="text-muted">of {numberText(slots)}</span>
      </span>
    </span>
  );
}
