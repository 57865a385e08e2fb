import 'server-only';
import type { TaskClient } from '#client';
import type { Queue, Worker } from '#contract';
import type { Named } from '@/components/task/task-names.ts';
import { readPage } from '../list/page.ts';
import { type NameReader, nameTasks } from '../task/name-tasks.ts';

/** Workers and queues; `hasMore` where a deployment has more of them than one page holds. */
export type Fleet = { workers: Named<Worker>[]; queues: Queue[]; hasMore: boolean };

const mostShown = 500;
/** Runs of a worker whose tasks are named. */
const mostNamed = 20;

/** Reads workers and queues, with the names of the tasks that the workers run. */
export async function readNamedFleet(reader: NameReader): Promise<Fleet> {
  const { workers, ...rest } = await readFleet(reader.client, reader.signal);
  const named = await nameTasks(reader, workers, ({ running }) =>
    running.slice(0, mostNamed).map(({ taskId }) => taskId),
  );
  return { ...rest, workers: named };
}

/** Reads workers and queues. */
export async function readFleet(
  client: TaskClient,
  abortSignal?: AbortSignal,
): Promise<Omit<Fleet, 'workers'> & { workers: Worker[] }> {
  const settings = { maxPageSize: mostShown };
  const [workers, queues] = await Promise.all([
    readPage(client.listWorkersAsync({ abortSignal }), settings),
    readPage(client.listQueuesAsync({ abortSignal }), settings),
  ]);
  const hasMore = workers.continuationToken !== undefined || queues.continuationToken !== undefined;
  return { workers: workers.value, queues: queues.value, hasMore };
}
