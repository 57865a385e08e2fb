import { expect, it } from 'vitest';
import type { TaskRow } from '@/components/task/task-row.ts';
import { mostMatching, readMatching } from './read-matching.ts';

const row = (id: number): TaskRow => ({
  ...{ id: `task-${id}`, type: 'order', status: 'failed', queue: 'default', priority: 0, tags: {} },
  ...{ runCount: 1, attempt: 1, etag: '"1"', createdBy: 'ann', lastModifiedBy: 'ann' },
  ...{ createdOn: '2026-11-21T10:00:00.000Z', lastModifiedOn: '2026-11-21T10:00:00.000Z' },
});

/** A list of so many tasks in pages of 100. */
const listOf = (count: number, progress: number[] = []) => ({
  onProgress: (read: number) => progress.push(read),
  read: async (token: string | undefined) => {
    const from = Number(token ?? 0);
    const value = Array.from({ length: Math.min(100, count - from) }, (_, at) => row(from + at));
    return { value, ...(from + 100 < count ? { continuationToken: String(from + 100) } : {}) };
  },
});

it('reads every page of what matches, and tells how far it is', async () => {
  const progress: number[] = [];
  const { tasks, isCut } = await readMatching(listOf(633, progress));
  expect([tasks.length, new Set(tasks.map(({ id }) => id)).size, isCut]).toEqual([633, 633, false]);
  expect(progress).toEqual([100, 200, 300, 400, 500, 600, 633]);
});

it('has a task once that two pages hold, because it moved meanwhile', async () => {
  const pages = [{ value: [row(1), row(2)], continuationToken: 'next' }, { value: [row(2), row(3)] }];
  const { tasks } = await readMatching({ read: async () => pages.shift() ?? { value: [] }, onProgress: () => {} });
  expect(tasks.map(({ id }) => id)).toEqual(['task-1', 'task-2', 'task-3']);
});

it('stops at its maximum and says that there are more', async () => {
  const all = await readMatching(listOf(mostMatching));
  expect([all.tasks.length, all.isCut]).toEqual([mostMatching, false]);
  const cut = await readMatching(listOf(mostMatching + 1));
  expect([cut.tasks.length, cut.isCut]).toEqual([mostMatching, true]);
});
