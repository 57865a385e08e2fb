import { afterAll, beforeAll, expect, test } from 'vitest';
import { taskConfig } from '#contract';
import { connect, type Database } from '#database';
import { createTestDatabase } from '#database/testing';
import { started } from '../../contract/testing/started.ts';
import { createEngine, type Engine } from '../create-engine.ts';
import type { AnyTaskDefinition } from '../definition/definition.ts';
import { crowdedFrom } from '../tasks/crowded-callers.ts';
import { type RunningWorker, runWorker } from './worker.ts';

const deadRuns = 20_000;
const threeSteps: AnyTaskDefinition = {
  type: 'three-steps',
  async run(ctx) {
    for (const name of ['a', 'b', 'c']) await ctx.step(name, () => name);
  },
};

const fixture = started(createTestDatabase, 'drop');
/** One connection for everything that is counted: its statistics can be read without delay. */
let database: Database;
let engine: Engine;
let worker: RunningWorker;
let holder: Database;
beforeAll(async () => {
  await fixture.owner`alter table active_run set (autovacuum_enabled = off)`; // its reads would be counted
  database = connect(fixture.url, { connections: 1, isHot: true });
  holder = connect(fixture.url, { connections: 1, maximumIdleInTransactionInMs: 0 });
  engine = createEngine(database);
  worker = await runWorker({ database, definitions: [threeSteps], slots: 100 });
});
afterAll(async () => {
  await worker.stop();
  await engine.close();
  await Promise.all([database.end(), holder.end()]);
});

let pagesBefore = 0;
/** Pages of all tables and indexes that were read since the last call. */
async function pagesRead(): Promise<number> {
  await database`select pg_stat_force_next_flush()`;
  const [row] = await database<{ pages: number }[]>`
    select sum(heap_blks_hit + heap_blks_read + coalesce(idx_blks_hit + idx_blks_read, 0))::bigint as pages
    from pg_statio_user_tables`;
  const pages = (row?.pages ?? 0) - pagesBefore;
  pagesBefore += pages;
  return pages;
}

/** Creates tasks, every second with a concurrency key, and waits for their ends. Resolves with the pages for each. */
async function pagesPerTask(count = 200): Promise<number> {
  await pagesRead();
  const work = async (number: number) => {
    const key = number % 2 === 0 ? {} : { concurrencyKey: `customer-${number % 10}`, concurrencyLimit: 100 };
    const { task } = await engine.createTask(taskConfig.parse({ type: threeSteps.type, ...key }), { name: 'ada' });
    const { status } = await engine.waitForTask(task.id, 30_000);
    if (status !== 'succeeded') throw new Error(`task ${task.id} is ${status}`);
  };
  await Promise.all(Array.from({ length: count }, (_, number) => work(number)));
  return (await pagesRead()) / count;
}

/** Leaves dead rows and index entries of runs that were queued, admitted, claimed, and have ended. */
async function leaveDead(): Promise<void> {
  await fixture.database.begin(async (transaction) => {
    await transaction`
      insert into active_run (task_key, run_count, status, trigger, triggered_by, type, queue, priority, ready_key,
        concurrency_key)
      select key, 1, 'queued', 'create', 'ada', ${threeSteps.type}, 'default', 0,
        key + case when key % 4 < 2 then ${crowdedFrom}::bigint else 0 end,
        case when key % 2 = 1 then 'customer-' || key % 10 end
      from (select nextval('task_key_seq') as key from generate_series(1, ${deadRuns}::integer)) given`;
    await transaction`update active_run set started_on = now() where worker_key is null`;
    await transaction`update active_run set status = 'running', worker_key = 0 where worker_key is null`;
    await transaction`delete from active_run where worker_key = 0`;
  });
}

test('a task reads at most twice the pages while an old snapshot keeps dead rows', async () => {
  await pagesPerTask(); // what is read once
  const before = await pagesPerTask();
  const end = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const held = holder.begin('isolation level repeatable read', async (transaction) => {
    await transaction`select pg_current_xact_id()`;
    isHeld.resolve();
    await end.promise;
  });
  try {
    await isHeld.promise;
    await leaveDead();
    await expect.poll(() => pagesPerTask(), { timeout: 30_000, interval: 1 }).toBeLessThan(2 * before);
  } finally {
    end.resolve();
    await held;
  }
}, 90_000);
