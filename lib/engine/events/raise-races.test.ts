import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isAwaited } from '#database/testing';
import { started } from '../../contract/testing/started.ts';
import { heldBy, moveOf, stepOf, testWorker } from '../testing/claims-by-hand.ts';
import { ada, endTask, registerType, startEngine } from '../testing/engine-fixture.ts';
import { raiseEvents } from './raise-event.ts';

const fixture = started(startEngine, 'end');

type Claims = Awaited<ReturnType<Awaited<ReturnType<typeof testWorker>>['claim']>>;

/** Raises an event in a transaction that ends with `commit`. `raised` resolves when it is raised. */
function raiseSlowly(id: string) {
  const raised = Promise.withResolvers<void>();
  const rest = Promise.withResolvers<void>();
  const raising = fixture.database.begin(async (transaction) => {
    await raiseEvents(transaction, [id], { name: 'go', data: '1' }, ada);
    raised.resolve();
    await rest.promise;
  });
  const commit = () => {
    rest.resolve();
    return raising;
  };
  return { raised: raised.promise, commit };
}

/** Lets claimed runs wait for the event. */
async function waitForGo({ flush }: Pick<Awaited<ReturnType<typeof testWorker>>, 'flush'>, claims: Claims) {
  for (const claim of claims) {
    const run = heldBy(claim);
    const wait = { name: 'go', stepKind: 'event', status: 'waiting', eventName: 'go' } as const;
    await flush([
      stepOf(run, { ...wait, output: null, endedAt: null }),
      { kind: 'wait', run, sequence: 0, waitKind: 'event', target: 'go', passesEventsOn: true, settle: () => {} },
      moveOf(run, 'waiting', { waitKind: 'event', waitName: 'go', waitSequence: 0 }),
    ]);
  }
}

const isConsumed = async (id: string) =>
  (await fixture.engine.listTaskEvents(id, { maxPageSize: 9 })).value.map(({ consumedOn }) => consumedOn !== undefined);

test('an event that is raised while the input of its run is changed reaches the run, which waits for it by then', async () => {
  const { database } = fixture;
  await registerType(database, 'changed');
  const id = await fixture.create({ type: 'changed' });
  const worker = await testWorker(database, [{ type: 'changed' }]);
  const { raising } = await database.begin(async (transaction) => {
    await transaction`select from task where id = ${id} for update`;
    await transaction`
      with gone as (delete from active_run where task_key = (select key from task where id = ${id}) returning *)
      insert into active_run select * from gone`; // as a change of its input does
    const slow = raiseSlowly(id);
    await expect.poll(() => isAwaited(transaction)).toBe(true);
    return { raising: slow };
  });
  await raising.raised;
  await waitForGo(worker, await worker.claim());
  await raising.commit();
  for (let turn = 0; turn < 2; turn++) await waitForGo(worker, await worker.claim());
  expect(await isConsumed(id)).toEqual([true]);
});

test('an event that is raised while a rerun begins reaches the new run, which waits for it by then', async () => {
  const { database } = fixture;
  await registerType(database, 'rerun');
  const id = await fixture.create({ type: 'rerun' });
  await endTask(database, id);
  const worker = await testWorker(database, [{ type: 'rerun' }]);
  const slow = raiseSlowly(id);
  await slow.raised;
  const rerun = fixture.engine.rerunTask(id, {}, ada);
  await Promise.race([rerun, sleep(300)]);
  await waitForGo(worker, await worker.claim());
  await slow.commit();
  await rerun;
  for (let turn = 0; turn < 2; turn++) await waitForGo(worker, await worker.claim());
  expect(await isConsumed(id)).toEqual([true]);
});

test('an event that is raised while its task is deleted leaves nothing', async () => {
  const { database } = fixture;
  const id = await fixture.create();
  const { raising } = await database.begin(async (transaction) => {
    await transaction`select from task where id = ${id} for update`;
    await transaction`
      select end_runs(array[key], 'cancelled'::run_status, null) from task where id = ${id}`;
    const raise = fixture.engine.raiseEvent(id, 'go', 1, ada);
    await expect.poll(() => isAwaited(transaction)).toBe(true);
    await transaction`delete from task where id = ${id}`;
    return { raising: raise.catch((error: unknown) => error) };
  });
  expect(await raising).toMatchObject({ code: 'TaskNotFound' });
  expect(
    await database`select from external_event e where not exists (select from task where key = e.task_key)`,
  ).toEqual([]);
});

test('an event that is raised while its task is deleted and created again is raised on the new task', async () => {
  const { database } = fixture;
  const [id, successor] = [await fixture.create(), await fixture.create()];
  await endTask(database, id);
  const { raising } = await database.begin(async (transaction) => {
    await transaction`delete from task where id = ${id}`;
    const raise = fixture.engine.raiseEvent(id, 'go', 1, ada);
    await expect.poll(() => isAwaited(transaction)).toBe(true);
    await transaction`update task set id = ${id} where id = ${successor}`;
    return { raising: raise.catch((error: unknown) => error) };
  });
  expect(await raising).toMatchObject({ taskId: id, name: 'go', runCount: 1 });
  expect(await isConsumed(id)).toEqual([false]);
});
