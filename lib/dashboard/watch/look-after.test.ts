import { expect, it } from 'vitest';
import type { TaskRow } from '@/components/task/task-row.ts';
import type { Watched } from '@/components/watch/watched.ts';
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
const seen = (id: string): Watched => ({ id, name: id, runCount: 1, status: 'running' });

it('tells what ended and what is gone, asks for all at once, and notes the rest', async () => {
  const asked: (readonly string[])[] = [];
  const { notices, now, over } = await lookAfter([seen('a'), seen('b'), seen('c')], async (ids) => {
    asked.push(ids);
    return [row('a', 'waiting'), row('b', 'failed')];
  });
  expect(asked).toEqual([['a', 'b', 'c']]);
  expect(notices.map(({ id, body }) => [id, body])).toEqual([
    ['b', 'Failed (run 1).'],
    ['c', 'It was deleted.'],
  ]);
  expect(over).toEqual(['b', 'c']);
  expect(now.map(({ id, status }) => [id, status])).toEqual([
    ['a', 'waiting'],
    ['b', 'failed'],
  ]);
});
