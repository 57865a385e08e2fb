import 'server-only';
import { type Lock, lockListQuery } from '#contract';
import type { LockRow } from '@/components/lock/lock-row.ts';
import { readListOptions } from '../list/list-options.ts';
import { type ListPage, readPage } from '../list/page.ts';
import { type NameReader, nameTasks } from '../task/name-tasks.ts';

/** A page of the locks that are held, by name, with the names of the tasks that hold them and are next. */
export async function readLocks(reader: NameReader, params: URLSearchParams): Promise<ListPage<LockRow>> {
  const { continuationToken, maxPageSize, ...filter } = readListOptions(lockListQuery, params);
  const locks = reader.client.getLocksClient().listLocksAsync({ ...filter, abortSignal: reader.signal });
  const page = await readPage(locks, { continuationToken, maxPageSize });
  return { ...page, value: await nameTasks(reader, page.value, shownIds) };
}

function shownIds({ taskId, waiting: [next] }: Lock) {
  return [taskId, next?.taskId];
}
