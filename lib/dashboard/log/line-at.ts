import { type LogFilter, levelsFrom } from '@/components/log/log-filter.ts';
import { fetchJson } from '../query/fetch-json.ts';
import type { FoundLogPage } from './found-log-page.ts';

type Wanted = { taskId: string; run: number; filter: LogFilter };

/**
 * Reads the id of the last line of a run that was logged at or before a time, in milliseconds since the epoch. `undefined`
 * when the run's log begins later.
 */
export async function readLineAt({ taskId, run, filter }: Wanted, at: number): Promise<string | undefined> {
  const query = new URLSearchParams({ taskId, loggedBefore: new Date(at + 1).toISOString(), maxPageSize: '1' });
  for (const level of levelsFrom(filter.level) ?? []) query.append('level', level);
  const { value } = await fetchJson<FoundLogPage>(`/api/logs?${query}`);
  return value.find(({ runCount }) => runCount === run)?.id;
}
