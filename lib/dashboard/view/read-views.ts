import 'server-only';
import type { TaskClient } from '#client';
import { type CountInput, countedLists, type MatchCount, type View } from '#contract';
import { errorFilters } from '@/components/error/error-filters.ts';
import { openStatuses } from '@/components/error/group-status.ts';
import { applyFilter, type FilterTable, filterSearchParams } from '@/components/filter/apply-filter.ts';
import { parseFilter } from '@/components/filter/clause.ts';
import { stateFilters } from '@/components/state/state-filters.ts';
import { taskFilters } from '@/components/task/task-filters.ts';
import { presentTime } from '@/components/ui/present.ts';
import { readPage } from '../list/page.ts';

const mostShown = 500;
/** Views are counted in one request, which takes as many lists. */
const mostCounted = 50;

const tables: Readonly<Record<(typeof countedLists)[number], FilterTable>> = {
  tasks: taskFilters,
  errors: errorFilters,
  state: stateFilters,
};

/** The operator's own views and those that others share. */
export async function readViews(client: TaskClient, abortSignal?: AbortSignal): Promise<View[]> {
  return (await readPage(client.listViewsAsync({ abortSignal }), { maxPageSize: mostShown })).value;
}

/** How much the first views show now, by their ids. Lines of logs are not counted. */
export async function countViews(client: TaskClient, abortSignal: AbortSignal): Promise<Record<string, MatchCount>> {
  const now = new Date(presentTime());
  const counted = (await readViews(client, abortSignal)).flatMap((view) => listOf(view, now)).slice(0, mostCounted);
  if (counted.length === 0) return {};
  const counts = await client.countMatchesAsync(
    counted.map(({ list }) => list),
    { abortSignal },
  );
  return Object.fromEntries(counted.flatMap(({ id }, index) => (counts[index] ? [[id, counts[index]]] : [])));
}

function listOf({ id, list, storeName, filter }: View, now: Date): { id: string; list: CountInput['lists'][number] }[] {
  const name = countedLists.find((one) => one === list);
  if (name === undefined) return [];
  const { query } = applyFilter(tables[name], parseFilter(filter), now);
  if (name === 'errors') query.status ??= [...openStatuses]; // as the list does
  return [{ id, list: { list: name, query: filterSearchParams(query).toString(), ...(storeName && { storeName }) } }];
}
