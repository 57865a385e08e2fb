// @vitest-environment jsdom
import { act } from 'react';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { standInLiveStream, tellChange } from '../testing/live-stream.ts';
import { answerReads, refusal, type ShownHook, showHook } from '../testing/show-hook.ts';
import { presentTrail } from './task-trail.ts';
import { useTaskList } from './use-task-list.ts';

type Task = { id: string; status: string; runCount: number; attempt: number; etag: string };
const none: readonly string[] = [];

/** The tasks of the service, the newest first. */
let tasks: Task[];
let asked: string[];
let isAway: boolean;
/** What the next answer to a first page waits for. */
let gates: Promise<void>[];
let list: ShownHook<ReturnType<typeof useTaskList>>;

beforeAll(standInLiveStream);
afterAll(() => vi.unstubAllGlobals());

const task = (id: string, change = 1, status = 'running'): Task => ({
  ...{ id, status, runCount: 1, attempt: 1, etag: `"${change}"` },
});

beforeEach(async () => {
  tasks = [task('c'), task('b'), task('a')];
  [gates, isAway] = [[], false];
  ({ asked } = answerReads(async ({ searchParams }) => {
    if (searchParams.has('continuationToken')) await new Promise(() => {}); // the second page is never read
    const ids = searchParams.getAll('id');
    const value = ids.length === 0 ? [...tasks] : tasks.filter(({ id }) => ids.includes(id));
    if (ids.length === 0) await gates.shift();
    return isAway
      ? refusal(503, 'ServiceUnavailable')
      : { value, ...(ids.length === 0 && { continuationToken: 'next' }) };
  }));
  list = await showHook(() => useTaskList(none));
  await vi.waitFor(() => expect(list.now.pages.isLoading).toBe(false));
  await act(async () => list.now.pages.onVisible(0, 1));
});

const shown = () =>
  list.now.pages.rows.flatMap((row) =>
    row === undefined ? [] : `${row.id} ${row.etag}${row.isDeleted ? ' gone' : ''}`,
  );
const firstPages = () => asked.filter((address) => !address.includes('id=') && !address.includes('Token'));

it('counts tasks that were created, and shows them when asked, none older than it was', async () => {
  tasks = [task('e'), task('d'), ...tasks];
  await tellChange({ created: 2, tasks: ['d', 'e'] });
  await vi.waitFor(() => expect(list.now.newCount).toBe(2));
  expect(list.now.hasMoreNew).toBe(false);
  expect(shown()).toEqual(['c "1"', 'b "1"', 'a "1"']);
  await act(async () =>
    list.now.cache.patch(list.now.pages.rows.flatMap((row) => (row?.id === 'c' ? { ...row, etag: '"3"' } : []))),
  );
  await act(async () => list.now.showNew());
  expect(shown()).toEqual(['e "1"', 'd "1"', 'c "3"', 'b "1"', 'a "1"']);
  expect([list.now.newCount, list.now.generation]).toEqual([0, 1]);
  await vi.waitFor(() => expect(asked.filter((address) => address.includes('id=e'))).toHaveLength(1)); // it may have changed
});

it('reads the first page alone after a break, and by their ids what that page does not have', async () => {
  tasks = [task('c', 2), task('a', 2)];
  await tellChange({ isOverflow: true });
  await vi.waitFor(() => expect(shown()).toEqual(['c "2"', 'b "1" gone', 'a "2"']));
  expect(firstPages()).toHaveLength(2);
  expect(asked.filter((address) => address.includes('id='))).toEqual([expect.stringMatching(/\?id=b&/)]);
});

it('says that there may be more new tasks than a page when all of its first page is new', async () => {
  tasks = [task('f'), task('e')];
  await tellChange({ created: 2 });
  await vi.waitFor(() => expect(list.now).toMatchObject({ newCount: 2, hasMoreNew: true }));
});

it('replaces rows where they stand, keeps newer ones, and marks those that are gone', async () => {
  tasks = [task('a', 3, 'failed'), task('c', 0)];
  await tellChange({ tasks: ['a', 'b', 'c', 'unknown'] });
  await vi.waitFor(() => expect(shown()).toEqual(['c "1"', 'b "1" gone', 'a "3"']));
  expect(asked.at(-1)).not.toContain('unknown');
  expect(firstPages()).toHaveLength(1);
});

it('reads the first page for a task that may come in: a changed one only under a filter', async () => {
  await tellChange({ tasks: ['unknown'] });
  expect(firstPages()).toHaveLength(1);
  await act(async () => list.now.setFilter([{ kind: 'field', key: 'status', values: ['running'] }]));
  await vi.waitFor(() => expect(firstPages()).toHaveLength(2));
  await tellChange({ tasks: ['a'] });
  expect(firstPages()).toHaveLength(2);
  tasks = [task('unknown'), ...tasks];
  await tellChange({ tasks: ['unknown'] });
  await vi.waitFor(() => expect(list.now.newCount).toBe(1));
  await act(async () => list.now.setFilter([]));
  expect(list.now.newCount).toBe(0); // it was counted in another list
});

it('keeps the number of new tasks when the first page cannot be read, and takes no answer that a later one overtook', async () => {
  const late = Promise.withResolvers<void>();
  gates = [late.promise];
  tasks = [task('d'), ...tasks];
  await tellChange({ created: 1 });
  tasks = [task('e'), ...tasks];
  await tellChange({ created: 1 });
  await act(() => vi.waitFor(() => expect(list.now.newCount).toBe(2), { timeout: 10_000 }));
  await act(async () => late.resolve());
  expect(list.now.newCount).toBe(2);
  isAway = true;
  const before = asked.length;
  await tellChange({ created: 1 });
  await act(() => vi.waitFor(() => expect(asked.length).toBeGreaterThan(before), { timeout: 10_000 }));
  expect(list.now.newCount).toBe(2);
});

it('leaves a trail with the ids of its rows, where it goes on, and where it stood', async () => {
  list.now.pages.leave('b', 40);
  expect(presentTrail.get()).toMatchObject({
    ...{ ids: ['c', 'b', 'a'], more: { token: 'next' }, href: '/' },
    place: { currentId: 'b', top: 40, view: { first: 0, last: 1 } },
  });
  expect(list.now.pages.visibleRows().map(({ id }) => id)).toEqual(['c', 'b']);
});
