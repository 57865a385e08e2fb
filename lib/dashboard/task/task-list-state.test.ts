import { expect, it } from 'vitest';
import { parseFilter } from '@/components/filter/clause.ts';
import { taskListKey, taskListQueryOf } from './task-list-state.ts';

it('asks for a page of what the filter shows, in its order', () => {
  const state = { filter: parseFilter('type:order'), sort: 'createdOn desc' } as const;
  expect(taskListQueryOf(state, new Date(0))).toEqual({
    type: ['order'],
    orderBy: 'createdOn desc',
    maxPageSize: '100',
  });
});

it('keeps lists apart by filter and order', () => {
  const filter = parseFilter('type:order');
  const keys = [
    taskListKey({ filter, sort: 'createdOn desc' }),
    taskListKey({ filter, sort: 'createdOn asc' }),
    taskListKey({ filter: [], sort: 'createdOn desc' }),
    taskListKey({ filter: parseFilter('type:order'), sort: 'createdOn desc' }),
  ].map((key) => JSON.stringify(key));
  expect([new Set(keys).size, keys[3]]).toEqual([3, keys[0]]);
});

it('asks for the values of columns, and keeps lists with other values apart', () => {
  const state = { filter: [], sort: 'createdOn desc', values: ['/input/a', '/output/b'] } as const;
  expect(taskListQueryOf(state, new Date(0)).values).toEqual(['/input/a', '/output/b']);
  expect(taskListKey(state)).not.toEqual(taskListKey({ ...state, values: ['/input/a'] }));
  expect(taskListKey({ ...state, values: [] })).toEqual(taskListKey({ filter: [], sort: 'createdOn desc' }));
});
