import 'server-only';
import type { TaskClient } from '#client';
import type { Statistics } from '#contract';
import { overviewWindows, readWindow } from './overview-window.ts';

/** What the Overview shows: the service's statistics, less what would be too much of a task for a list. */
export type Overview = Omit<Statistics, 'notMoving'> & { notMoving: StuckTask[] };

type StuckTask = Pick<
  Statistics['notMoving'][number],
  'id' | 'name' | 'type' | 'status' | 'queue' | 'waitingFor' | 'queuedOn' | 'createdOn'
>;

export async function readOverview(
  client: TaskClient,
  windowName: string | null,
  abortSignal?: AbortSignal,
): Promise<Overview> {
  const windowInMs = overviewWindows[readWindow(windowName)];
  const statistics = await client.getStatisticsAsync({ windowInMs, abortSignal });
  const notMoving = statistics.notMoving.map(
    ({ id, name, type, status, queue, waitingFor, queuedOn, createdOn }): StuckTask => ({
      id,
      type,
      status,
      queue,
      createdOn,
      ...(name === undefined ? {} : { name }),
      ...(waitingFor === undefined ? {} : { waitingFor }),
      ...(queuedOn === undefined ? {} : { queuedOn }),
    }),
  );
  return { ...statistics, notMoving };
}
