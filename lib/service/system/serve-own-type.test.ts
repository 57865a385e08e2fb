import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#database/testing';
import { createEngine } from '#engine';
import { defineTask } from '#worker';
import { serveOwnType } from './serve-own-type.ts';

let fresh: TestDatabase;
const ending: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  fresh = await createTestDatabase();
  ending.push(() => fresh.drop());
});
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

test('the workers of one process for its own types have names of their own', async () => {
  const engine = createEngine(fresh.database);
  ending.push(() => engine.close());
  const onTrouble = (error: Error) => {
    throw error;
  };
  for (const type of ['taskdeck.one', 'taskdeck.two']) {
    const definition = defineTask({ type, run: () => null });
    const served = serveOwnType(fresh.database, { definition, queue: type, slots: 1 }, onTrouble);
    ending.push(() => served.stop());
    await fresh.database`insert into task_type (type, version, events, sensitive) values (${type}, '1', '{}', '{}')`;
    await engine.createTask({ type, queue: type, priority: 0 }, { name: 'ada', usesSecrets: false });
  }
  const names = async () => (await fresh.database<{ name: string }[]>`select name from worker`).map(({ name }) => name);
  await expect.poll(names).toHaveLength(2);
  expect((await names()).map((name) => name.replace(/^service-.*-\d+-/, '')).toSorted()).toEqual(['one', 'two']);
});
