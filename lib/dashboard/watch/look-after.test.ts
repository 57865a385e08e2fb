import { expect, it } from 'vitest';
import type { BulkOperation } from '#contract';
import type { TaskRow } from '@/components/task/task-row.ts';
import { type WatchedTask, watchedFilterOf } from '@/components/watch/watched.ts';
import { lookAfter } from './look-after.ts';

const row = (id: string, status: TaskRow['status']): TaskRow => ({
  id,
  type: 'sample.order.fulfil',
  status,
  runCount: 1,
  priority: 0,
  queue: 'default',
  tags: {},
  createdOn: '2026-11-21T09:00:00.000Z',
  createdBy: 'ann@example.com',
  lastModifiedOn: '2026-11-21T09:00:00.000Z',
  lastModifiedBy: 'ann@example.com',
  etag: '"1"',
  attempt: 1,
});
const seen = (id: string): WatchedTask => ({ kind: 'task', id, name: id, runCount: 1, status: 'running' });

const unread = {
  filter: () => Promise.reject(new Error('no filter is watched')),
  operation: () => Promise.reject(new Error('no operation is watched')),
};

it('tells what ended and what is gone, asks for all at once, and notes the rest', async () => {
  const asked: (readonly string[])[] = [];
  const { notices, now, over } = await lookAfter([seen('a'), seen('b'), seen('c')], {
    ...unread,
    tasks: async (ids) => {
      asked.push(ids);
      return [row('a', 'waiting'), row('b', 'failed')];
    },
  });
  expect(asked).toEqual([['a', 'b', 'c']]);
  expect(notices.map(({ id, body, path }) => [id, body, path])).toEqual([
    ['b', 'Failed (run 1).', '/tasks/b'],
    ['c', 'It was deleted.', '/tasks/c'],
  ]);
  expect(over).toEqual(['b', 'c']);
  expect(now).toMatchObject([
    { id: 'a', status: 'waiting' },
    { id: 'b', status: 'failed' },
  ]);
});

it('reads the tasks of a filter that match no more by their ids', async () => {
  const filter = {
    ...watchedFilterOf('status:running', 'createdOn desc'),
    seen: [seen('a'), seen('b')],
    isWhole: true,
  };
  const { notices, now, over } = await lookAfter([filter], {
    ...unread,
    tasks: async (ids) => ids.map((id) => row(id, 'failed')),
    filter: async () => ({ rows: [row('a', 'running')], isWhole: true }),
  });
  expect(notices).toMatchObject([{ id: filter.id, body: '1 failed.', isBad: true }]);
  expect(now).toMatchObject([{ kind: 'filter', seen: [{ id: 'a' }] }]);
  expect(over).toEqual([]);
});

it('tells of an operation until it has ended', async () => {
  const watched = { kind: 'operation' as const, id: 'bulk-1', name: 'Rerun 2 tasks', status: 'running' as const };
  const action = { kind: 'rerun' as const };
  const look = (changed: Partial<BulkOperation> | undefined, before: typeof watched.status | 'paused' = 'running') =>
    lookAfter([{ ...watched, status: before }], {
      ...unread,
      tasks: () => Promise.reject(new Error('no task is watched')),
      operation: async () => changed && { ...operation, action, ...changed },
    });
  expect((await look({})).notices).toEqual([]);
  expect(await look({ status: 'paused' })).toMatchObject({
    notices: [{ body: 'It was paused.', isBad: false }],
    over: [],
  });
  expect((await look({}, 'paused')).notices).toMatchObject([{ body: 'It is running again.' }]);
  expect(await look({ status: 'completed' })).toMatchObject({
    notices: [{ title: 'Rerun 2 tasks', body: 'Completed.', isBad: false, path: '/operations/bulk-1' }],
    over: ['bulk-1'],
  });
  expect((await look({ status: 'stopped', failed: 2 })).notices).toMatchObject([
    { body: 'Stopped. 2 failed.', isBad: true },
  ]);
  expect(await look(undefined)).toMatchObject({ notices: [{ body: 'It was deleted.' }], now: [], over: ['bulk-1'] });
});

it('tells of what it could read when something else could not be', async () => {
  const filter = watchedFilterOf('status:running', 'createdOn desc');
  const refuse = () => Promise.reject(new Error('No.'));
  const tasks = async () => [row('a', 'failed')];
  const withoutFilter = await lookAfter([filter, seen('a')], { ...unread, filter: refuse, tasks });
  expect(withoutFilter).toMatchObject({ notices: [{ id: 'a' }], over: ['a'], isWhole: false });
  const rows = async () => ({ rows: [row('a', 'running')], isWhole: true });
  const withoutTasks = await lookAfter([filter, seen('a')], { ...unread, filter: rows, tasks: refuse });
  expect(withoutTasks).toMatchObject({ notices: [], now: [{ id: filter.id }], over: [], isWhole: false });
  expect(await lookAfter([seen('a')], { ...unread, tasks })).toMatchObject({ isWhole: true });
});

const operation: BulkOperation = {
  ...{ id: 'bulk-1', action: { kind: 'rerun' }, selection: { ids: 2 }, status: 'running' },
  ...{ createdOn: '2026-11-21T09:00:00.000Z', createdBy: 'ann', startsOn: '2026-11-21T09:00:00.000Z' },
  ...{ isCollected: true, total: 2, pending: 0, running: 2, succeeded: 0, refused: 0, failed: 0 },
  ...{ stages: [], stage: 1, waitForEndInMs: 0 },
};
