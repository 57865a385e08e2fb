import { expect, test } from 'vitest';
import type { Scope, TaskResponse } from '#contract';
import { guard } from './guarded.ts';
import { seeChangedTask, type Viewer } from './see-task.ts';

const viewer = (...scopes: readonly Scope[]) => ({
  may: (scope: Scope) => scopes.includes(scope),
  noteShown: () => {},
  caller: {},
});
const seen = (by: Viewer, task: TaskResponse) => seeChangedTask(by, guard(task));
const then = '2026-01-01T00:00:00.000Z';
const bare: TaskResponse = {
  ...{ id: 't', type: 'order', tags: {}, queue: 'default', priority: 0, status: 'queued', runCount: 1, attempt: 1 },
  ...{ etag: '"1"', createdOn: then, createdBy: 'ada', lastModifiedOn: then, lastModifiedBy: 'ada' },
};
const times = { queuedOn: then, startedOn: then, endedOn: then, nextRunOn: then };
const content = { name: 'Order 7', input: { pin: 1 }, output: 2, tags: { customer: '7' }, worker: 'w' };

test('who may not read tasks is told of a changed one only what the action did to it, with the times that it has', async () => {
  expect(await seen(viewer(), { ...bare, ...times, ...content })).toEqual({ ...bare, ...times });
  expect(await seen(viewer(), { ...bare, ...content })).toStrictEqual(bare);
  for (const name of ['queuedOn', 'startedOn', 'endedOn', 'nextRunOn'])
    expect(await seen(viewer(), { ...bare, [name]: then })).toStrictEqual({ ...bare, [name]: then });
});

test('who may read tasks is told all of it', async () => {
  const task = { ...bare, ...times, ...content };
  expect(await seen(viewer('tasks/read'), task)).toEqual(task);
});

test('a listed value under a sensitive pointer, or with one below it, is the marker without sensitive/read', async () => {
  const values = {
    '/input/card': { value: { number: '4111', owner: 'ada' } },
    '/input/card/number': { value: '4111' },
    '/input/items/1': { value: 'second' },
    '/input/cards': { value: 2 },
    '/output/total': { value: 7 },
  };
  const task = { ...bare, sensitive: ['/input/card/number', '/input/items/01', '/output'], values };
  const marker = { value: { $redacted: true } };
  expect((await seen(viewer('tasks/read'), task)).values).toEqual({
    '/input/card': marker,
    '/input/card/number': marker,
    '/input/items/1': marker,
    '/input/cards': { value: 2 },
    '/output/total': marker,
  });
  const noted: string[][] = [];
  const reader = {
    ...viewer('tasks/read', 'sensitive/read'),
    noteShown: (_: string, shown: string[]) => noted.push(shown),
  };
  const some = { '/input/card': values['/input/card'], '/input/cards': values['/input/cards'] };
  expect((await seen(reader, { ...task, values: some })).values).toEqual(some);
  expect(noted).toEqual([['/input/card/number']]);
});
