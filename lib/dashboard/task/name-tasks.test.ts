import { afterEach, expect, it } from 'vitest';
import { json, type LocalServer, startLocalServer } from '../../client/testing/local-server.ts';
import { createConnect } from '../access/connect.ts';
import { nameTasks } from './name-tasks.ts';

let server: LocalServer;
afterEach(() => server[Symbol.asyncDispose]());

async function name(ids: readonly (readonly (string | undefined)[])[], answers: unknown[]) {
  server = await startLocalServer(...answers.map((value) => json(200, JSON.stringify({ value }))));
  const client = createConnect({ serviceUrl: server.url, allowInsecureService: false })({ key: 'k' });
  const rows = ids.map((tasks) => ({ tasks }));
  return nameTasks({ client, scopes: ['tasks/read'] }, rows, ({ tasks }) => tasks);
}

it('gives each row the names of its own tasks, or their types', async () => {
  const tasks = [
    { id: 'a', name: 'Order 7', type: 'order' },
    { id: 'b', type: 'import' },
  ];
  const rows = await name([['a', undefined], ['b', 'a'], ['deleted'], []], [tasks]);
  expect(rows.map(({ taskNames }) => taskNames)).toEqual([{ a: 'Order 7' }, { b: 'import', a: 'Order 7' }, {}, {}]);
  expect(server.received.map(({ url }) => url.searchParams.getAll('id'))).toEqual([['a', 'b', 'deleted']]);
});

it('reads as many ids at once as the list of tasks takes', async () => {
  const ids = Array.from({ length: 101 }, (_, place) => `t${place}`);
  const last = { id: 't100', name: 'The last', type: 'order' };
  const rows = await name([ids], [[], [last]]);
  expect(rows[0]?.taskNames).toEqual({ t100: 'The last' });
  expect(server.received.map(({ url }) => url.searchParams.getAll('id').length)).toEqual([100, 1]);
});

it('reads nothing where no row has a task', async () => {
  expect(await name([[], [undefined]], [])).toEqual([
    { tasks: [], taskNames: {} },
    { tasks: [undefined], taskNames: {} },
  ]);
  expect(server.received).toEqual([]);
});
