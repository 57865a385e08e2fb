import { expect, it } from 'vitest';
import { growTrail, placeOnTrail, type TaskTrail } from './task-trail.ts';

const state = { filter: [], sort: 'createdOn desc' as const };
const trail: TaskTrail = {
  listName: 'tasks',
  href: '/tasks',
  ids: ['a', 'b', undefined, 'd'],
  more: { state, token: 'after d', asOf: '2026-11-22T10:00:00.000Z' },
  place: { currentId: 'a', top: 0, marks: [], view: { first: 0, last: 3 } },
};

it('tells the place of a task among its neighbours', () => {
  expect(placeOnTrail(trail, 'a')).toEqual({ place: 1, total: 4, isOpen: true, previous: undefined, next: 'b' });
  expect(placeOnTrail(trail, 'd')).toMatchObject({ place: 4, next: undefined });
  expect(placeOnTrail(trail, 'x')).toBeUndefined();
  expect(placeOnTrail(undefined, 'a')).toBeUndefined();
});

it('does not lead to a row that was never loaded', () => {
  expect(placeOnTrail(trail, 'b')?.next).toBeUndefined();
});

it('grows by a page, and takes no task twice', () => {
  const grown = growTrail(trail, { value: [{ id: 'd' }, { id: 'e' }], continuationToken: 'after e' });
  expect(grown.ids).toEqual(['a', 'b', undefined, 'd', 'e']);
  expect(grown.more?.token).toBe('after e');
  expect(growTrail(grown, { value: [{ id: 'f' }] }).more).toBeUndefined();
});
