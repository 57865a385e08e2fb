import { afterEach, expect, it } from 'vitest';
import { type JsonValue, type Statistics, stringifyJson } from '#contract';
import { json, type LocalServer, problem, startLocalServer } from '../../client/testing/local-server.ts';
import { createConnect } from '../access/connect.ts';
import { addFailures } from './add-failures.ts';

let server: LocalServer | undefined;
afterEach(() => server?.[Symbol.asyncDispose]());

type Group = Statistics['stuck'][number];

const group = (given: Partial<Group>): Group => ({
  ...{ kind: 'backoff', status: 'retrying', type: 'ship', subject: 'Error', isPlanned: false, count: 2 },
  ...{ isCapped: false, taskId: 'a', oldestOn: '2026-11-22T09:04:00.000Z' },
  ...given,
});
const waiting = (id: string, reason: { [name: string]: JsonValue }) => ({
  id,
  waitingFor: { kind: 'backoff', ...reason },
});

async function failures(groups: Group[], answer: Parameters<typeof startLocalServer>[0]) {
  server = await startLocalServer(answer);
  const client = createConnect({ serviceUrl: server.url, allowInsecureService: false })({ key: 'k' });
  const shown = await addFailures(client, groups);
  return shown.map(({ failure }) => failure);
}

it('says what failed in the oldest task of each group that backs off', async () => {
  const groups = [
    group({ taskId: 'error' }),
    group({ taskId: 'step', subject: 'charge', status: 'waiting' }),
    group({ taskId: 'hidden' }),
    group({ taskId: 'empty' }),
    group({ taskId: 'moved' }),
    group({ taskId: 'gone' }),
    group({ taskId: 'many', otherReasons: 3 }),
    group({ kind: 'paused', status: 'paused', taskId: 'paused' }),
  ];
  const tasks = [
    waiting('error', { failure: { name: 'Error', message: 'no paper' } }),
    waiting('step', { step: 'charge', failure: { name: 'BankError', message: 'AC01' } }),
    waiting('hidden', { failure: { name: 'Error' } }),
    waiting('empty', { failure: { name: 'Error', message: '' } }),
    waiting('moved', { kind: 'event', failure: { name: 'Error', message: 'of before' } }),
  ];
  const shown = await failures(groups, json(200, stringifyJson({ value: tasks })));
  expect(shown).toEqual(['no paper', 'BankError: AC01', ...Array.from({ length: 6 })]);
  const asked = server?.received[0]?.url.searchParams.getAll('id');
  expect(asked).toEqual(['error', 'step', 'hidden', 'empty', 'moved', 'gone']);
});

it('leaves the groups as they are where the tasks cannot be read', async () => {
  expect(await failures([group({})], problem(403, 'InsufficientScope'))).toEqual([undefined]);
});

it('reads nothing where nothing backs off', async () => {
  expect(await failures([group({ kind: 'paused' })], json(200, '{"value":[]}'))).toEqual([undefined]);
  expect(server?.received).toEqual([]);
});
