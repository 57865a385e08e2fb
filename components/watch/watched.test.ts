import { describe, expect, it } from 'vitest';
import type { TaskStatus } from '#contract';
import { noticeOf, pathOfWatched, type WatchedTask, watchedFilterOf } from './watched.ts';

const seen = (status: TaskStatus, runCount = 1): WatchedTask => ({
  kind: 'task',
  id: 't1',
  name: 'Order 17',
  runCount,
  status,
});

describe('noticeOf', () => {
  it.each([
    ['running', 'succeeded', 'Succeeded (run 1).', false, true],
    ['running', 'failed', 'Failed (run 1).', true, true],
    ['waiting', 'timedOut', 'Timed out (run 1).', true, true],
    ['queued', 'cancelled', 'Cancelled (run 1).', false, true],
    ['running', 'retrying', 'An attempt failed. It is retried.', true, false],
    ['running', 'paused', 'It was paused.', false, false],
    ['waiting', 'running', 'It is running again.', false, false],
    ['paused', 'running', 'It is running again.', false, false],
    ['scheduled', 'running', 'It is running again.', false, false],
  ] as const)('tells of %s → %s', (before, now, body, isBad, isOver) => {
    expect(noticeOf(seen(before), seen(now))).toEqual({ title: 'Order 17', body, isBad, isOver });
  });

  it.each([
    ['queued', 'running'],
    ['retrying', 'running'],
    ['running', 'waiting'],
    ['paused', 'queued'],
    ['failed', 'failed'],
  ] as const)('keeps quiet about %s → %s', (before, now) => {
    expect(noticeOf(seen(before), seen(now))).toBeUndefined();
  });

  it('tells of a run that ended as the run before did', () => {
    expect(noticeOf(seen('failed', 1), seen('failed', 2))?.body).toBe('Failed (run 2).');
  });

  it('tells of a task that is gone, by the name that it had', () => {
    expect(noticeOf(seen('running'), undefined)).toEqual({
      title: 'Order 17',
      body: 'It was deleted.',
      isBad: true,
      isOver: true,
    });
  });
});

it('leads to what is watched', () => {
  expect(pathOfWatched(seen('running'))).toBe('/tasks/t1');
  expect(pathOfWatched(watchedFilterOf('type:a b', 'createdOn asc'))).toBe(
    '/tasks?filter=type%3Aa+b&sort=createdOn+asc',
  );
  expect(pathOfWatched({ kind: 'operation', id: 'bulk-1', name: '', status: 'running' })).toBe('/operations/bulk-1');
});
