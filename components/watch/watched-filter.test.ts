import { expect, it } from 'vitest';
import type { TaskStatus } from '#contract';
import { type WatchedFilter, type WatchedTask, watchedFilterOf } from './watched.ts';
import { filterNotice } from './watched-filter.ts';

const task = (id: string, status: TaskStatus = 'running'): WatchedTask => ({
  ...{ kind: 'task', id, name: id, runCount: 1, status },
});
const seen = (ids: string, isWhole = true): WatchedFilter => ({
  ...watchedFilterOf('type:order', 'createdOn desc'),
  ...{ seen: [...ids].map((id) => task(id)), isWhole },
});

it('tells nothing of the first read, and keeps what it found', () => {
  const { notice, now } = filterNotice(watchedFilterOf('', 'createdOn desc'), {
    ...{ rows: [task('a')], isWhole: false, left: [] },
  });
  expect(notice).toBeUndefined();
  expect(now).toMatchObject({ seen: [{ id: 'a' }], isWhole: false });
});

it('sums up what became of the tasks, also of those that match no more', () => {
  const rows = [task('n'), task('x', 'failed'), task('a', 'retrying'), task('b', 'paused')];
  const left = [task('c', 'failed'), task('d', 'succeeded'), task('f', 'cancelled')];
  expect(filterNotice(seen('abcdef'), { rows, isWhole: true, left: [...left, task('g')] }).notice).toEqual({
    title: 'Tasks of a watched filter',
    body: '2 failed, 2 ended, 1 deleted, 1 retried, 1 paused, 1 new.',
    isBad: true,
    isOver: false,
  });
});

it('keeps quiet when nothing moved, and calls only failures bad', () => {
  expect(filterNotice(seen('ab'), { rows: [task('a'), task('b')], isWhole: true, left: [] }).notice).toBeUndefined();
  const ended = filterNotice(seen('ab'), { rows: [task('a')], isWhole: true, left: [task('b', 'succeeded')] });
  expect(ended.notice).toMatchObject({ body: '1 ended.', isBad: false });
  const deleted = filterNotice(seen('ab'), { rows: [task('a')], isWhole: true, left: [] });
  expect(deleted.notice).toMatchObject({ body: '1 deleted.', isBad: false });
  const woken = { ...seen('a'), seen: [task('a', 'waiting')] };
  expect(filterNotice(woken, { rows: [task('a')], isWhole: true, left: [] }).notice?.body).toBe('1 running again.');
});

it('takes a task that only moved up in a longer list for no new one', () => {
  const rows = [task('n'), task('a'), task('z')];
  expect(filterNotice(seen('ab', false), { rows, isWhole: false, left: [task('b')] }).notice?.body).toBe('1 new.');
  expect(filterNotice(seen('ab'), { rows, isWhole: true, left: [task('b')] }).notice?.body).toBe('2 new.');
});
