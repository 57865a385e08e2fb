import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { connect, type Database, prepareRole, withRole } from '#database';
import { createTestDatabase } from '#database/testing';
import { started } from '../../contract/testing/started.ts';
import { createEngine } from '../create-engine.ts';
import { endOf, heldBy, testWorker } from '../testing/claims-by-hand.ts';
import { ada, config, registerType } from '../testing/engine-fixture.ts';
import { JournalWriter } from './journal-writer.ts';

const fixture = started(createTestDatabase, 'drop');

/** A claimed run, and a journal that is written over `own`. */
async function claimedRun(own: Database) {
  const { database } = fixture;
  const engine = createEngine(database);
  await registerType(database, 'order');
  const worker = await testWorker(database, [{ type: 'order' }]);
  const troubles: string[] = [];
  const writer = new JournalWriter({
    ...{ database: own, owner: worker.owner, heartbeatIntervalInMs: 60_000 },
    heartbeat: () => ({ leaseInMs: 60_000, busy: 0, memoryBytes: 0 }),
    onBadRun: (_, { message }) => troubles.push(`blamed on the run: ${message}`),
    onTrouble: ({ message }) => troubles.push(message),
    ...{ onLeaseLost() {}, onScheduled() {}, onCommit() {} },
  });
  await engine.createTask(config({}), ada);
  const run = heldBy(await worker.claimOne());
  return { engine, run, writer, troubles };
}

test('a server that accepts no changes for a while, as when its disk is nearly full, fails no run: what they wrote is sent again', async () => {
  const own = connect(fixture.url, { connections: 1 });
  const { engine, run, writer, troubles } = await claimedRun(own);
  await own`set default_transaction_read_only = on`;
  writer.write(endOf(run));
  await expect.poll(() => troubles).toContainEqual(expect.stringContaining('read-only transaction'));
  await own`set default_transaction_read_only = off`;
  await writer.drain();
  expect(troubles).not.toContainEqual(expect.stringContaining('blamed'));
  expect(await engine.getTask(run.taskId)).toMatchObject({ status: 'succeeded' });
  await own.end({ timeout: 1 });
  await engine.close();
});

test('a connection that is refused after a change of the password is no fault of the runs: what they wrote is sent again', async () => {
  const { owner, url } = fixture;
  const name = `user_${randomUUID().replaceAll('-', '')}`;
  await prepareRole(owner, name, 'before');
  const own = connect(withRole(url, name, 'before'), { connections: 1 });
  await own`select 1`;
  const { engine, run, writer, troubles } = await claimedRun(own);
  await owner.unsafe(`alter role ${name} password 'after'`);
  await owner`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${name}`;
  await expect.poll(() => own`select 1`.then(() => 'open', String)).toContain('password authentication failed');
  writer.write(endOf(run));
  await expect.poll(() => troubles).not.toHaveLength(0);
  await owner.unsafe(`alter role ${name} password 'before'`);
  await writer.drain();
  expect(troubles).not.toContainEqual(expect.stringContaining('blamed'));
  expect(await engine.getTask(run.taskId)).toMatchObject({ status: 'succeeded' });
  await own.end({ timeout: 1 });
  await owner.unsafe(`drop owned by ${name}`);
  await owner.unsafe(`drop role ${name}`);
  await engine.close();
});
