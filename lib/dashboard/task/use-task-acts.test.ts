// @vitest-environment jsdom
import { act } from 'react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Scope } from '#contract';
import type { TaskRow } from '@/components/task/task-row.ts';
import { showToastsWith } from '@/components/ui/toast.ts';
import { type ShownHook, showHook } from '../testing/show-hook.ts';
import { useTaskActs } from './use-task-acts.ts';

const row = (id: string, status: TaskRow['status'] = 'failed') => ({ id, status }) as TaskRow; // it reads no more of a row
const many = (count: number) => Array.from({ length: count }, (_, at) => row(`t${at}`));

let told: string[];
let shown: ShownHook<ReturnType<typeof useTaskActs>>;
beforeAll(() => showToastsWith((kind, title) => told.push(`${kind}: ${title}`)));
beforeEach(() => {
  told = [];
});

async function show(...scopes: Scope[]): Promise<void> {
  shown = await showHook(useTaskActs, scopes);
}
const ask = (...asked: Parameters<(typeof shown)['now']['ask']>) => act(async () => shown.now.ask(...asked));

it('confirms an action on up to twenty tasks here, and makes more an operation of the service', async () => {
  await show('tasks/update');
  await ask('rerun', many(20));
  expect(shown.now).toMatchObject({ asked: { action: 'rerun' }, started: undefined });
  expect(shown.now.asked?.tasks).toHaveLength(20);
  await act(async () => shown.now.stopAsking());
  await ask('rerun', many(21));
  expect(shown.now).toMatchObject({ asked: undefined, started: { kind: 'rerun' } });
  const chosen = shown.now.started?.chosen;
  expect(chosen && 'ids' in chosen ? chosen.ids : []).toEqual(many(21).map(({ id }) => id));
});

it('makes all that match an operation, however few they are', async () => {
  await show('tasks/update');
  await ask('cancel', { query: 'status=running' });
  expect(shown.now).toMatchObject({
    asked: undefined,
    started: { kind: 'cancel', chosen: { query: 'status=running' } },
  });
});

it('refuses a key as its button does: without the scope, and where no task can do it', async () => {
  await show('tasks/read');
  await ask('rerun', [row('a')]);
  await ask('delete', { query: '' });
  await act(async () => shown.now.raise(row('a')));
  expect(told).toEqual([
    expect.stringContaining('tasks/update'),
    expect.stringContaining('tasks/delete'),
    expect.stringContaining('events/create'),
  ]);
  await show('tasks/update');
  await ask('cancel', [row('a')]);
  await ask('rerun', []);
  expect(told.slice(3)).toEqual([
    'error: Only a task that has not ended can be cancelled',
    'error: Select tasks first',
  ]);
  expect(shown.now).toMatchObject({ asked: undefined, started: undefined, raising: undefined });
});

it('asks when one of several can do it', async () => {
  await show('tasks/update');
  await ask('cancel', [row('a'), row('b', 'running')]);
  expect(shown.now.asked?.tasks).toHaveLength(2);
  expect(told).toEqual([]);
});

it('opens and closes a menu, and the event of a task', async () => {
  await show('events/create');
  await act(async () => shown.now.openMenu(row('a'), { x: 1, y: 2 }));
  expect(shown.now.menu).toEqual({ task: row('a'), at: { x: 1, y: 2 } });
  await act(async () => shown.now.closeMenu());
  await act(async () => shown.now.raise(row('b')));
  expect([shown.now.menu, shown.now.raising]).toEqual([undefined, 'b']);
  await act(async () => shown.now.stopRaising());
  expect(shown.now.raising).toBeUndefined();
});
