import 'server-only';
import type { TaskClient } from '#client';
import { type Lock, lockListQuery } from '#contract';
import type { LockRow } from '@/components/lock/lock-row.ts';
import { taskName } from '@/components/task/task-row.ts';
import { readListOptions } from '../list/list-options.ts';
import { type ListPage, readPage } from '../list/page.ts';

/** What reading locks needs of the one who reads. */
export type LockReader = { client: TaskClient; scopes: readonly string[]; signal?: AbortSignal };

/** Ids that the list of tasks takes at once. */
const idsPerRead = 100;

/** A page of the locks that are held, by name, with the names of the tasks that hold them and are next. */
export async function readLocks(reader: LockReader, params: URLSearchParams): Promise<ListPage<LockRow>> {
  const { continuationToken, maxPageSize, ...filter } = readListOptions(lockListQuery, params);
  const locks = reader.client.getLocksClient().listLocksAsync({ ...filter, abortSignal: reader.signal });
  const page = await readPage(locks, { continuationToken, maxPageSize });
  const names = await readNames(reader, page.value);
  return { ...page, value: page.value.map((lock) => ({ ...lock, taskNames: pick(names, shownIds(lock)) })) };
}

function shownIds({ taskId, waiting: [next] }: Lock): string[] {
  return [taskId, next?.taskId].filter((id) => id !== undefined);
}

async function readNames(
  { client, scopes, signal }: LockReader,
  locks: readonly Lock[],
): Promise<ReadonlyMap<string, string>> {
  if (!scopes.includes('tasks/read')) return new Map();
  const ids = [...new Set(locks.flatMap(shownIds))];
  const names = new Map<string, string>();
  for (let from = 0; from < ids.length; from += idsPerRead) {
    const id = ids.slice(from, from + idsPerRead);
    const tasks = client.listTasksAsync({ id, includeInput: false, includeOutput: false, abortSignal: signal });
    // without names the locks are still worth showing
    const page = await readPage(tasks, { maxPageSize: idsPerRead }).catch(() => ({ value: [] }));
    for (const task of page.value) names.set(task.id, taskName(task));
  }
  return names;
}

function pick(names: ReadonlyMap<string, string>, ids: readonly string[]): Record<string, string> {
  const found = ids.flatMap((id) => {
    const name = names.get(id);
    return name === undefined ? [] : [[id, name] as const];
  });
  return Object.fromEntries(found);
}
