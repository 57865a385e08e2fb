import 'server-only';
import type { TaskClient } from '#client';
import type { Statistics } from '#contract';
import { overviewWindows, readWindow } from './overview-window.ts';

/** Reads what the Overview shows. */
export async function readOverview(
  client: TaskClient,
  windowName: string | null,
  abortSignal?: AbortSignal,
): Promise<Statistics> {
  return client.getStatisticsAsync({ windowInMs: overviewWindows[readWindow(windowName)], abortSignal });
}
