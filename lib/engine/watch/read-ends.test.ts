import { expect, test } from 'vitest';
import type { TaskConfig } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { ada, config, endTask, registerType, startEngine } from '../testing/engine-fixture.ts';
import { openRunMarks } from '../worker/run-marks.ts';
import { readEnds } from './read-ends.ts';

const fixture = started(startEngine, 'end');

type Given = Partial<TaskConfig>;
const later = new Date(Date.now() + 3_600_000).toISOString();

/** Creates a task, does something with it, and resolves with it and with what `readEnds` makes of its creation. */
async function readAfter(given: Given, change: (id: string) => Promise<unknown>) {
  const { task: created } = await fixture.engine.createTask(config(given), ada);
  const [row] = await fixture.database<{ key: number }[]>`select key from task where id = ${created.id}`;
  if (row === undefined) throw new Error('the task was not created');
  await change(created.id);
  const end = (await readEnds(fixture.database, new Map([[row.key, created]]))).get(row.key);
  return { end, id: created.id, key: row.key, created };
}

const failure = { name: 'Error', message: 'no', fingerprint: 'f'.repeat(16) };
const everything: Given = {
  ...{ name: 'n', description: 'd', tags: { a: '1' }, priority: 3, input: { amount: 1.5 }, timeoutInMs: 1_000 },
  ...{ sensitive: ['/input/amount'], startOn: '2020-01-01T00:00:00.000Z', retry: { maximumAttempts: 2 } },
};
const addMark = async (id: string) => {
  const [row] = await fixture.database<{ key: number }[]>`select key from task where id = ${id}`;
  await openRunMarks(fixture.database, (work) => work()).add(row?.key ?? 0, ['/output/x']);
};

test.for<[string, Given, (id: string) => Promise<unknown>]>([
  ['succeeds', everything, (id) => endTask(fixture.database, id, 'succeeded', undefined, '{"x":null}')],
  ['succeeds with nothing', {}, (id) => endTask(fixture.database, id)],
  ['fails', {}, (id) => endTask(fixture.database, id, 'failed', failure)],
  ['is cancelled', { startOn: later, concurrencyKey: 'k', concurrencyLimit: 2 }, (id) => fixture.engine.cancelTask(id)],
  [
    'hides more than it did',
    everything,
    async (id) => {
      await addMark(id);
      await endTask(fixture.database, id, 'succeeded', undefined, '{"x":1}');
    },
  ],
])('the record of a task that %s is the one that a read returns', async ([, given, change]) => {
  const { end, id } = await readAfter(given, change);
  expect(end).toStrictEqual(await fixture.engine.getTask(id));
});

test('a type that hides more than it did hides it in the record', async () => {
  await registerType(fixture.database, 'growing');
  const { end, id } = await readAfter({ type: 'growing' }, async (task) => {
    await registerType(fixture.database, 'growing', { sensitive: ['/output'] });
    await endTask(fixture.database, task);
  });
  expect(end?.sensitive).toEqual(['/output']);
  expect(end).toStrictEqual(await fixture.engine.getTask(id));
});

test.for<[string, (id: string) => Promise<unknown>]>([
  ['has not ended', async () => {}],
  ['is deleted', (id) => fixture.engine.deleteTask(id, { force: true })],
  [
    'was changed',
    async (id) => {
      await fixture.engine.updateTask(id, { name: 'other' }, ada);
      await endTask(fixture.database, id);
    },
  ],
  [
    'has another input for its next run',
    async (id) => {
      await endTask(fixture.database, id);
      await fixture.engine.updateTask(id, { input: { b: 2 } }, ada);
    },
  ],
  [
    'runs again',
    async (id) => {
      await endTask(fixture.database, id);
      await fixture.engine.rerunTask(id, {}, ada);
    },
  ],
  [
    'has run again',
    async (id) => {
      await endTask(fixture.database, id);
      await fixture.engine.rerunTask(id, {}, ada);
      await endTask(fixture.database, id, 'failed', failure);
    },
  ],
])('a task that %s is to be read whole', async ([, change]) => {
  const { end } = await readAfter({ input: { a: 1 } }, change);
  expect(end).toBeUndefined();
});

test('several tasks are read at once', async () => {
  const [one, other, open] = [
    await readAfter({}, (id) => endTask(fixture.database, id)),
    await readAfter({}, (id) => endTask(fixture.database, id, 'failed', failure)),
    await readAfter({}, async () => {}),
  ];
  const created = new Map([one, other, open].map((task) => [task.key, task.created]));
  const ends = await readEnds(fixture.database, created);
  expect([...ends.values()].map(({ status }) => status).sort()).toEqual(['failed', 'succeeded']);
  expect(await readEnds(fixture.database, new Map())).toEqual(new Map());
});
