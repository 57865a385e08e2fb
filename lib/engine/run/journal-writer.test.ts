import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { endOf, heldBy, moveOf, stepOf, testWorker } from '../testing/claims-by-hand.ts';
import { ada, config, startEngine } from '../testing/engine-fixture.ts';
import { JournalWriter } from './journal-writer.ts';

const fixture = started(startEngine, 'end');

/** A worker of the fixture, and its writer, whose flushes may take another way to the database. */
async function startWriter(
  database = fixture.database,
  onTrouble: (error: Error) => unknown = (error) => expect.unreachable(error.message),
) {
  const worker = await testWorker(fixture.database, [{ type: 'order' }]);
  const writer = new JournalWriter({
    ...{ database, owner: worker.owner, heartbeatIntervalInMs: 60_000 },
    heartbeat: () => ({ leaseInMs: 60_000, busy: 0, memoryBytes: 0 }),
    onBadRun: (_, error) => expect.unreachable(error.message),
    onTrouble,
    ...{ onLeaseLost() {}, onScheduled() {}, onCommit() {} },
  });
  return { worker, writer };
}

test("of a run that is out of its worker's hands, its move and its end are still written, and no step", async () => {
  const { database, engine } = fixture;
  const { worker, writer } = await startWriter();
  const released = async () => {
    await engine.createTask(config({}), ada);
    return { ...heldBy(await worker.claimOne()), isReleased: true };
  };
  const [moved, ended] = [await released(), await released()];
  for (const entry of [stepOf(moved), moveOf(moved, 'queued'), stepOf(ended), endOf(ended)]) writer.write(entry);
  await writer.drain();
  const statusOf = async ({ taskId }: { taskId: string }) => (await engine.getTask(taskId)).status;
  expect([await statusOf(moved), await statusOf(ended)]).toEqual(['queued', 'succeeded']);
  expect(await database`select from step`).toHaveLength(0);
});

test.each(['queued', 'retrying'] as const)(
  'a run that would wait, and is %s in the same flush, is that and takes no event',
  async (status) => {
    const { database, engine } = fixture;
    const { worker, writer } = await startWriter();
    await engine.createTask(config({}), ada);
    const run = heldBy(await worker.claimOne());
    await engine.raiseEvent(run.taskId, 'go', null, ada);
    writer.write(stepOf(run, { stepKind: 'event', status: 'waiting', eventName: 'go' }));
    const asked = { kind: 'wait', sequence: 0, waitKind: 'event', target: 'go', passesEventsOn: false } as const;
    writer.write({ ...asked, run, settle: () => expect.unreachable('its handler has gone on') });
    for (const move of ['waiting', status] as const)
      writer.write(moveOf(run, move, { dueAt: performance.now() + 60_000 }));
    await writer.drain();
    expect((await engine.getTask(run.taskId)).status).toBe(status);
    expect(await database`select from external_event where consumed_on is not null`).toHaveLength(0);
  },
);

test('a step that is expected to be new and is not stays as it is, and its flush writes the rest', async () => {
  const { database, engine } = fixture;
  const { worker, writer } = await startWriter();
  await engine.createTask(config({}), ada);
  const run = heldBy(await worker.claimOne());
  writer.write(stepOf(run, { output: '"first"', isNew: true }));
  await writer.drain();
  const again = [stepOf(run, { output: '"again"' }), stepOf(run, { sequence: 1, name: 'two', output: '"new"' })];
  for (const step of again) writer.write({ ...step, isNew: true });
  await writer.drain();
  const steps = await database`select sequence, output from step where task_key = ${run.taskKey} order by sequence`;
  expect(steps.map(({ output }) => output)).toEqual(['"first"', '"new"']);
});

test('a heartbeat that the database refuses is sent again at its next time, and not at once', async () => {
  const refusing = new Proxy(fixture.database, {
    apply: () =>
      Promise.reject(
        Object.assign(new postgres.PostgresError('permission denied'), { code: '42501', severity: 'ERROR' }),
      ),
  });
  const troubles: string[] = [];
  const { writer } = await startWriter(refusing, (error) => troubles.push(error.message));
  writer.beat();
  await expect.poll(() => troubles).toHaveLength(1);
  await sleep(100);
  expect(troubles).toHaveLength(1);
});

test('a run that is released while its flush is sent again is not taken up again, and its end is still written', async () => {
  const { database, engine } = fixture;
  let flushes = 0;
  const losing = new Proxy(database, {
    apply(target, self, parts: unknown[]) {
      flushes += 1;
      if (flushes > 1) return Reflect.apply(target, self, parts);
      return Promise.reject(Object.assign(new Error('write ECONNRESET'), { code: 'ECONNRESET' }));
    },
  });
  const troubles: string[] = [];
  const { worker, writer } = await startWriter(losing, (error) => troubles.push(error.message));
  const kept = async () => {
    await engine.createTask(config({}), ada);
    const run = heldBy(await worker.claimOne());
    await worker.flush([moveOf(run, 'waiting', { isKept: true })]);
    return {
      ...run,
      get isReleased() {
        return flushes > 0;
      },
    };
  };
  const [givenUp, ended] = [await kept(), await kept()];
  for (const run of [givenUp, ended]) {
    writer.write({ kind: 'resume', run });
    writer.write(stepOf(run));
  }
  writer.write(endOf(ended));
  await writer.drain();
  expect([flushes, troubles]).toEqual([2, ['write ECONNRESET']]);
  const statusOf = async ({ taskId }: { taskId: string }) => (await engine.getTask(taskId)).status;
  expect([await statusOf(givenUp), await statusOf(ended)]).toEqual(['waiting', 'succeeded']);
  expect(await database`select from step where task_key = ${givenUp.taskKey}`).toHaveLength(0);
  expect(await database`select from step where task_key = ${ended.taskKey}`).toHaveLength(1);
});
