import { beforeAll, expect, test } from 'vitest';
import type { TaskConfig } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { ada, config, endTask, registerType, startEngine } from '../testing/engine-fixture.ts';
import { findComparableRun } from './find-comparable-run.ts';

const fixture = started(startEngine, 'end');
beforeAll(async () => {
  for (const type of ['alone', 'hidden', 'slow', 'wide'])
    await registerType(fixture.database, type, { sensitive: type === 'hidden' ? ['/input/card'] : [] });
});

const create = (given: Partial<TaskConfig>) => fixture.engine.createTask(config(given), ada);
async function ended(given: Partial<TaskConfig>, status: 'succeeded' | 'failed' = 'succeeded') {
  const { task } = await create(given);
  await endTask(fixture.database, task.id, status);
}
const find = (id: string, runCount = 1n) => fixture.engine.findComparableRun(id, runCount);

test('a run is compared with the last succeeded run of its task', async () => {
  await ended({ id: 'again' });
  for (const status of ['succeeded', 'failed', 'failed'] as const) {
    await fixture.engine.rerunTask('again', {}, ada);
    await endTask(fixture.database, 'again', status);
  }
  const ofAgain = (runCount: number) => ({ run: { taskId: 'again', runCount }, basis: 'task' });
  expect(await find('again', 4n)).toEqual(ofAgain(2));
  expect(await find('again', 2n)).toEqual(ofAgain(1));
});

test('otherwise with the most similar input among succeeded tasks of its type, the newest of equals', async () => {
  await ended({ id: 'far', input: { country: 'DE', size: 7, items: ['a'] } });
  await ended({ id: 'near', input: { country: 'ES', size: 3, items: ['a', 'b'] } });
  await ended({ id: 'nearer', input: { country: 'ES', size: 3, items: ['a', 'b'] } });
  await ended({ id: 'same-but-failed', input: { country: 'ES', size: 3, items: ['a'] } }, 'failed');
  await ended({ id: 'newest', input: { country: 'PT' } });
  await create({ id: 'looked-at', input: { country: 'ES', size: 3, items: ['a'] } });
  expect(await find('looked-at')).toEqual({
    run: { taskId: 'nearer', runCount: 1 },
    basis: 'type',
    similarity: 3 / 4,
  });
});

test('a search that takes too long finds none', async () => {
  await ended({ id: 'like-it', type: 'slow', input: { a: 1 } });
  await create({ id: 'searched', type: 'slow', input: { a: 1 } });
  const found = () => findComparableRun(fixture.database, 'searched', 1n, 100);
  expect(await found()).toMatchObject({ run: { taskId: 'like-it' } });
  await fixture.owner.begin(async (transaction) => {
    await transaction`lock table task_input in access exclusive mode`;
    expect(await found()).toEqual({});
  });
});

test('a hidden value makes no input more similar', async () => {
  await ended({ id: 'same-card', type: 'hidden', input: { card: '4711', size: 1 } });
  await ended({ id: 'same-size', type: 'hidden', input: { card: '12', size: 2 } });
  await create({ id: 'with-card', type: 'hidden', input: { card: '4711', size: 2 } });
  expect(await find('with-card')).toMatchObject({ run: { taskId: 'same-size' }, similarity: 1 });
});

test('without a succeeded run there is none, and an unknown run is an error', async () => {
  await ended({ id: 'only', type: 'alone' }, 'failed');
  expect(await find('only')).toEqual({});
  await ended({ id: 'large', type: 'wide', input: { a: 1, text: 'a'.repeat(70_000) } });
  await create({ id: 'beside', type: 'wide', input: { a: 1 } });
  expect(await find('beside')).toMatchObject({ run: { taskId: 'large' }, similarity: 0 });
  await expect(find('only', 2n)).rejects.toMatchObject({ code: 'RunNotFound' });
  await expect(find('nobody')).rejects.toMatchObject({ code: 'TaskNotFound' });
});

test('a run names the version that its worker had registered when it ended', async () => {
  await fixture.database`
    insert into worker_version (worker, type, version, registered_on) values
      ('w1', 'order', '7', now() - interval '1 day'), ('w1', 'order', '8', now() + interval '1 day')`;
  expect(await fixture.engine.getHistory('near', 1n)).toMatchObject({ worker: 'w1', workerVersion: '7' });
});
