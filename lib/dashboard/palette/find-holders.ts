import 'server-only';
import type { TaskClient } from '#client';
import { heldValue, type Scope } from '#contract';
import type { Holders } from '@/components/shell/palette-found.tsx';
import { readPage } from '../list/page.ts';
import { readEntries, readStores } from '../state/read-state.ts';

const mostTasks = 6;
const mostEntries = 4;
/** The stores that were changed last. Each takes the service up to a second. */
const mostStores = 5;

/** The tasks that hold a value in their input or output, and the entries of the stores that were changed last. */
export async function findHolders(
  client: TaskClient,
  scopes: readonly Scope[],
  text: string,
  abortSignal: AbortSignal,
): Promise<Holders> {
  const sought = heldValue.safeParse(text.trim());
  if (!sought.success) return { tasks: [], hasMoreTasks: false, stores: [], otherStores: 0 };
  const { data: holds } = sought;
  const tasks = scopes.includes('tasks/read')
    ? await readPage(client.listTasksAsync({ holds, abortSignal }), { maxPageSize: mostTasks })
    : { value: [] };
  const all = scopes.includes('state/read')
    ? await readStores(client, new URLSearchParams(), { abortSignal })
    : { value: [] };
  const newest = all.value.toSorted((one, other) => timeOf(other) - timeOf(one)).slice(0, mostStores);
  const stores: Holders['stores'] = [];
  for (const { name } of newest) {
    const value = JSON.stringify(['', 'holds', holds]);
    const params = new URLSearchParams({ store: name, value, maxPageSize: String(mostEntries) });
    const page = await readEntries(client, params, { abortSignal });
    const entries = page.value.map(({ id }) => id);
    stores.push({
      name,
      entries,
      searchedCount: page.searchedCount ?? 0,
      hasMore: page.continuationToken !== undefined,
    });
  }
  return {
    tasks: tasks.value.map(({ id, type, status, name }) => ({ id, type, status, ...(name && { name }) })),
    hasMoreTasks: tasks.continuationToken !== undefined,
    stores,
    otherStores: all.value.length - newest.length,
  };
}

function timeOf({ createdOn, modifiedOn = createdOn }: { createdOn: string; modifiedOn?: string | undefined }): number {
  return Date.parse(modifiedOn);
}
