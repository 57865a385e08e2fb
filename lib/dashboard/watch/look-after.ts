import type { BulkOperation } from '#contract';
import type { TaskRow } from '@/components/task/task-row.ts';
import {
  noticeOf,
  pathOfWatched,
  type Watched,
  type WatchedFilter,
  type WatchedOperation,
  type WatchNotice,
  watchedOf,
} from '@/components/watch/watched.ts';
import { filterNotice } from '@/components/watch/watched-filter.ts';
import { operationNotice, watchedOperationOf } from '@/components/watch/watched-operation.ts';

/** `over`: the ids of which nothing more will come. `isWhole`: everything could be read. */
export type LookedAfter = {
  notices: (WatchNotice & { id: string; path: string })[];
  now: Watched[];
  over: string[];
  isWhole: boolean;
};

/** How watched things are read. */
export type WatchReaders = {
  tasks: (ids: readonly string[]) => Promise<readonly TaskRow[]>;
  /** The first tasks that match a filter, and whether they are all. */
  filter: (watched: WatchedFilter) => Promise<{ rows: readonly TaskRow[]; isWhole: boolean }>;
  /** `undefined` for an operation that is gone. */
  operation: (id: string) => Promise<BulkOperation | undefined>;
};

type Seen = { before: Watched; notice: WatchNotice | undefined; now: Watched | undefined };

/** Reads what is watched as it is now. Resolves with what there is to tell. What cannot be read holds back nothing else. */
export async function lookAfter(watched: readonly Watched[], read: WatchReaders): Promise<LookedAfter> {
  const tasks = watched.filter((one) => one.kind === 'task');
  const rows = tasks.length === 0 ? Promise.resolve([]) : read.tasks(tasks.map(({ id }) => id));
  const found = rows.then((read) => new Map(read.map((row) => [row.id, watchedOf(row)])));
  const looks = await Promise.allSettled(
    watched.map(async (before): Promise<Seen> => {
      if (before.kind === 'filter') return { before, ...(await lookAtFilter(before, read)) };
      if (before.kind === 'operation') return { before, ...(await lookAtOperation(before, read)) };
      const now = (await found).get(before.id);
      return { before, notice: noticeOf(before, now), now };
    }),
  );
  const seen = looks.flatMap((look) => (look.status === 'fulfilled' ? look.value : []));
  const notices = seen.flatMap(({ before, notice }) =>
    notice === undefined ? [] : [{ ...notice, id: before.id, path: pathOfWatched(before) }],
  );
  return {
    notices,
    now: seen.flatMap(({ now }) => now ?? []),
    over: notices.filter(({ isOver }) => isOver).map(({ id }) => id),
    isWhole: seen.length === watched.length,
  };
}

async function lookAtFilter(before: WatchedFilter, read: WatchReaders): Promise<Omit<Seen, 'before'>> {
  const { rows, isWhole } = await read.filter(before);
  const present = new Set(rows.map(({ id }) => id));
  const gone = (before.seen ?? []).map(({ id }) => id).filter((id) => !present.has(id));
  const left = gone.length === 0 ? [] : await read.tasks(gone);
  return filterNotice(before, { rows: rows.map(watchedOf), isWhole, left: left.map(watchedOf) });
}

async function lookAtOperation(before: WatchedOperation, read: WatchReaders): Promise<Omit<Seen, 'before'>> {
  const operation = await read.operation(before.id);
  const notice = operationNotice(before, operation);
  return { notice, now: operation && watchedOperationOf(operation) };
}
