import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { connect } from '#database';
import { started } from '../../contract/testing/started.ts';
import { startRuns } from '../run/testing.ts';

const fixture = started(startRuns, 'end');

/** Ends all connections, as a crash of PostgreSQL does. */
async function cutConnections(): Promise<void> {
  const other = connect(fixture.url, { connections: 1 });
  await other`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
  await other.end();
}

/**
 * Returns a queued task below the floors of its worker. They rise over keys that no transaction on the server can still commit,
 * so one of another test can hold them up: then the worker finds the task, and the next one is tried.
 */
async function taskBelowFloors(type: string, config: object): Promise<string> {
  const startOn = new Date(Date.now() + 3_600_000).toISOString();
  for (let tries = 0; tries < 10; tries += 1) {
    const { id } = await fixture.create({ type, startOn, ...config });
    for (let run = 0; run < 3; run += 1) {
      await fixture.run({ type, ...config });
      await sleep(1_200); // floors rise
    }
    // As it was before its claim, which commits asynchronously: with a key from before the floors rose.
    await fixture.database`
      update active_run set status = 'queued', due_on = null, ready_key = task_key - 1
      where task_key = (select key from task where id = ${id})`;
    await sleep(1_500);
    if ((await fixture.engine.getTask(id)).status === 'queued') return id;
  }
  throw new Error('the floors did not rise');
}

test.each([
  ['that was claimed', {}],
  ['that had got its concurrency key', { concurrencyKey: 'one' }],
])(
  'a run %s before PostgreSQL crashed and lost that is found at once',
  async (_, config) => {
    const type = await fixture.serve({ run: () => null }, { onTrouble: () => {} });
    await fixture.run({ type });
    const id = await taskBelowFloors(type, config);
    await cutConnections();
    expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded' });
  },
  120_000,
);
