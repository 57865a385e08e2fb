import 'server-only';
import type { TaskClient } from '#client';
import type { Statistics } from '#contract';
import type { StuckGroup } from '@/components/overview/stuck-group.ts';
import { addFailures } from './add-failures.ts';
import { overviewWindows, readWindow } from './overview-window.ts';

/** What the Overview shows. */
export type Overview = Omit<Statistics, 'stuck'> & { stuck: StuckGroup[] };

/** Reads what the Overview shows. */
export async function readOverview(
  client: TaskClient,
  windowName: string | null,
  abortSignal?: AbortSignal,
): Promise<Overview> {
  const statistics = await client.getStatisticsAsync({
    windowInMs: overviewWindows[readWindow(windowName)],
    abortSignal,
  });
  return { ...statistics, stuck: await addFailures(client, statistics.stuck, abortSignal) };
}
