import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { stateListQuery } from '#contract';
import { connect } from '#database';
import { createTestDatabase } from '#database/testing';
import { createState } from '../create-state.ts';
import { ada, input, newStore } from '../testing/state-fixture.ts';
import { buildIndexes } from './build-indexes.ts';

const script = fileURLToPath(new URL('testing/build-for-ever.ts', import.meta.url));

/** Runs a process that builds until it has done so many steps, then kills it. */
async function killAfter(steps: number, databaseUrl: string, storeName: string): Promise<void> {
  const child = spawn(process.execPath, [script, databaseUrl, storeName], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  let done = 0;
  for await (const _ of lines) {
    done += 1;
    if (done === steps) break;
  }
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

test('an index goes on where a killed process left it, and holds every entry once', async () => {
  const own = await createTestDatabase();
  const database = connect(own.url, { connections: 2 });
  const state = createState({ database });
  const store = newStore();
  for (let part = 0; part < 5; part++) {
    const entries = Array.from({ length: 1_000 }, (_, n) => input({ id: `e${part * 1_000 + n}`, value: { n } }));
    await state.bulkSave(store, entries, ada);
  }
  await state.setPolicy(store, { indexedPaths: ['/n'] });
  const progress = async () => (await state.getStore(store)).indexes?.[0] ?? { isReady: false, indexedCount: 0 };
  let indexedCount = 0;
  for (const steps of [2, 1, 3]) {
    await killAfter(steps, own.url, store.storeName);
    const now = await progress();
    expect(now.indexedCount).toBeGreaterThan(indexedCount);
    expect(now.isReady).toBe(false);
    indexedCount = now.indexedCount;
  }
  await expect
    .poll(() => buildIndexes(database).then(progress), { timeout: 60_000, interval: 10 })
    .toMatchObject({ isReady: true });
  const all = stateListQuery.parse({ value: '["/n",">=",0]', maxPageSize: '1000', includeValue: 'false' });
  let found = 0;
  for (let token: string | undefined; ; ) {
    const page = await state.list(store, { ...all, continuationToken: token });
    expect(page.usedIndexes).toEqual(['/n']);
    found += page.value.length;
    token = page.continuationToken;
    if (token === undefined) break;
  }
  const [row] = await database<{ entries: number; rows: number }[]>`
    select (select count(*) from state_entry) as entries, (select count(*) from state_index_entry) as rows`;
  expect(row).toEqual({ entries: found, rows: found });
  await database.end();
  await own.drop();
}, 120_000);
