import 'server-only';
import type { TaskClient } from '#client';
import type { Queue, Worker } from '#contract';
import type { Named } from '@/components/task/task-names.ts';
import type { QueueRow, Unserved } from '@/components/worker/worker-columns.tsx';
import { readPage } from '../list/page.ts';
import { overviewWindows } from '../overview/overview-window.ts';
import { type NameReader, nameTasks } from '../task/name-tasks.ts';

/** Workers and queues; `hasMore` where a deployment has more of them than one page holds. */
export type Fleet = { workers: Named<Worker>[]; queues: QueueRow[]; hasMore: boolean };

const mostShown = 500;
/** Runs of a worker whose tasks are named. */
const mostNamed = 20;

/** Reads workers, with the names of the tasks that they run, and queues, with the types that none of their workers has. */
export async function readNamedFleet(reader: NameReader): Promise<Fleet> {
  const [{ workers, queues, hasMore }, unservedIn] = await Promise.all([
    readFleet(reader.client, reader.signal),
    readUnserved(reader),
  ]);
  const named = await nameTasks(reader, workers, ({ running }) =>
    running.slice(0, mostNamed).map(({ taskId }) => taskId),
  );
  const rows = queues.map((queue) => ({ ...queue, unserved: unservedIn.get(queue.name) ?? [] }));
  return { workers: named, queues: rows, hasMore };
}

/** Reads by queue which types wait there although it has workers. None is better than a failure. */
async function readUnserved({ client, scopes, signal }: NameReader): Promise<ReadonlyMap<string, Unserved[]>> {
  if (!scopes.includes('tasks/read')) return new Map();
  const { stuck } = await client
    .getStatisticsAsync({ windowInMs: overviewWindows['1h'], abortSignal: signal })
    .catch(() => ({ stuck: [] }));
  const found = stuck.flatMap(({ kind, queue, type, count, isCapped }) =>
    kind === 'noWorker' && queue !== undefined && type !== undefined
      ? [{ queue, unserved: { type, count, isCapped } }]
      : [],
  );
  const byQueue = Map.groupBy(found, ({ queue }) => queue);
  return new Map([...byQueue].map(([queue, groups]) => [queue, groups.map(({ unserved }) => unserved)]));
}

/** Reads workers and queues. */
export async function readFleet(
  client: TaskClient,
  abortSignal?: AbortSignal,
): Promise<{ workers: Worker[]; queues: Queue[]; hasMore: boolean }> {
  const settings = { maxPageSize: mostShown };
  const [workers, queues] = await Promise.all([
    readPage(client.listWorkersAsync({ abortSignal }), settings),
    readPage(client.listQueuesAsync({ abortSignal }), settings),
  ]);
  const hasMore = workers.continuationToken !== undefined || queues.continuationToken !== undefined;
  return { workers: workers.value, queues: queues.value, hasMore };
}
