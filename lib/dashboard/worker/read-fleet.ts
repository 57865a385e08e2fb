import 'server-only';
import type { TaskClient } from '#client';
import type { Queue, Worker } from '#contract';
import { readPage } from '../list/page.ts';

/** Workers and queues; `hasMore` where a deployment has more of them than one page holds. */
export type Fleet = { workers: Worker[]; queues: Queue[]; hasMore: boolean };

const mostShown = 500;

export async function readFleet(client: TaskClient, abortSignal?: AbortSignal): Promise<Fleet> {
  const settings = { maxPageSize: mostShown };
  const [workers, queues] = await Promise.all([
    readPage(client.listWorkersAsync({ abortSignal }), settings),
    readPage(client.listQueuesAsync({ abortSignal }), settings),
  ]);
  const hasMore = workers.continuationToken !== undefined || queues.continuationToken !== undefined;
  return { workers: workers.value, queues: queues.value, hasMore };
}
