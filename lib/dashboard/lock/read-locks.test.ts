import { afterEach, expect, it } from 'vitest';
import { json, type LocalServer, startLocalServer } from '../../client/testing/local-server.ts';
import { createConnect } from '../access/connect.ts';
import { readLocks } from './read-locks.ts';

const base = { fencingToken: 1, acquiredOn: '2026-01-01T00:00:00.000Z', waitingCount: 0, waiting: [] };
const locks = [
  { ...base, name: 'export', owner: 'worker 1', taskId: 'a', runCount: 2 },
  {
    ...base,
    ...{ name: 'import', owner: 'a program', waitingCount: 2 },
    waiting: [
      { owner: 'worker 2', since: base.acquiredOn, taskId: 'b', runCount: 1 },
      { owner: 'worker 1', since: base.acquiredOn, taskId: 'c', runCount: 1 },
    ],
  },
];
const tasks = [
  { id: 'a', name: 'Nightly export', type: 'export' },
  { id: 'b', type: 'import' },
];

let server: LocalServer;
afterEach(() => server[Symbol.asyncDispose]());

async function read(scopes: string[], tasksAnswer = json(200, JSON.stringify({ value: tasks }))) {
  server = await startLocalServer(json(200, JSON.stringify({ value: locks })), tasksAnswer);
  const client = createConnect({ serviceUrl: server.url, allowInsecureService: false })({ key: 'k' });
  return (await readLocks({ client, scopes }, new URLSearchParams())).value;
}

it('names the tasks that hold a lock or are next, in one read', async () => {
  const rows = await read(['locks/read', 'tasks/read']);
  expect(rows.map(({ taskNames }) => taskNames)).toEqual([{ a: 'Nightly export' }, { b: 'import' }]);
  expect(rows.map(({ taskNames: _, ...lock }) => lock)).toEqual(locks);
  expect(server.received).toHaveLength(2);
  expect(server.received[1]?.url.searchParams.getAll('id')).toEqual(['a', 'b']);
});

it('shows the locks without names to who may not read tasks', async () => {
  const rows = await read(['locks/read']);
  expect(rows.map(({ taskNames }) => taskNames)).toEqual([{}, {}]);
  expect(server.received).toHaveLength(1);
});

it('shows the locks when the names cannot be read', async () => {
  const problem = JSON.stringify({ code: 'Forbidden', detail: 'No.', status: 403 });
  const rows = await read(['locks/read', 'tasks/read'], json(403, problem));
  expect(rows.map(({ name }) => name)).toEqual(['export', 'import']);
});
