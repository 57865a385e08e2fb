import { expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { indexBatch } from '../search/index-batch.ts';
import { ada, config, endTask, idempotencyOf, listing, startEngine } from '../testing/engine-fixture.ts';
import { beforeAllEnds, expireRuns, expireTasks } from './expire-runs.ts';
import { purgeRemoved } from './remove-runs.ts';
import { startHousekeeping } from './start-housekeeping.ts';
import { sweepIdempotency } from './sweep-idempotency.ts';

const fixture = started(startEngine, 'end');

/** Runs a task again until it has this many ended runs, each with a step that read state and a log entry. */
async function endRuns(id: string, amount: number): Promise<void> {
  for (let run = 1; run <= amount; run++) {
    await fixture.database`
      insert into step (task_key, run_count, sequence, name, kind, status, started_on)
      select key, ${run}, 0, 'a', 'step', 'succeeded', now() from task where id = ${id}`;
    await fixture.database`
      insert into state_access (task_key, run_count, sequence, store_key, id, access)
      select key, ${run}, 0, 1, 'entry', 'read' from task where id = ${id}`;
    await fixture.engine.writeLogs(id, BigInt(run), { entries: [{ message: `run ${run}` }] }, 'ada');
    await endTask(fixture.database, id);
    if (run < amount) await fixture.engine.rerunTask(id, {}, ada);
  }
}

async function runsOf(id: string): Promise<number[]> {
  const { value } = await fixture.engine.listHistory(id, { maxPageSize: 100, orderBy: 'runCount asc' });
  return value.map((run) => run.runCount);
}

test('retention keeps the newest runs, with their steps and logs, and only those', async () => {
  const limited = await fixture.create({ retention: { maximumRuns: 2 } });
  const free = await fixture.create();
  await endRuns(limited, 5);
  await endRuns(free, 3);
  expect(await expireRuns(fixture.database, {}, 0)).toBeDefined();
  await purgeRemoved(fixture.database);
  expect(await runsOf(limited)).toEqual([4, 5]);
  expect(await runsOf(free)).toEqual([1, 2, 3]);
  expect((await fixture.engine.listLogs(limited, 5n, { maxPageSize: 10, orderBy: 'loggedOn asc' })).value).toHaveLength(
    1,
  );
  const [left] = await fixture.database`
    select (select count(*) from step s where s.task_key = t.key) as steps,
      (select count(*) from state_access a where a.task_key = t.key) as accesses from task t where id = ${limited}`;
  expect(left).toEqual({ steps: 2, accesses: 2 });
});

test('what ended too long ago goes: past runs, and a task whose last run did; never an active one', async () => {
  const old = await fixture.create({ retention: { maximumAgeInMs: 3_600_000 } });
  const active = await fixture.create({ retention: { maximumAgeInMs: 3_600_000 } });
  await endRuns(old, 2);
  await endRuns(active, 2);
  await fixture.engine.rerunTask(active, {}, ada);
  await fixture.database`update run set ended_on = now() - interval '2 hours'`;
  await expireRuns(fixture.database, {}, 0);
  await expect(fixture.engine.getTask(old)).rejects.toMatchObject({ code: 'TaskNotFound' });
  expect(await runsOf(active)).toEqual([3]);
});

test("the service's own age removes tasks without a retention", async () => {
  const plain = await fixture.create();
  const own = await fixture.create({ retention: { maximumRuns: 9 } });
  await endRuns(plain, 1);
  await endRuns(own, 1);
  await fixture.database`update run set ended_on = now() - interval '2 hours'`;
  await expireTasks(fixture.database, 3_600_000, beforeAllEnds);
  await expect(fixture.engine.getTask(plain)).rejects.toMatchObject({ code: 'TaskNotFound' });
  expect((await fixture.engine.getTask(own)).status).toBe('succeeded');
});

test('old idempotency keys are forgotten', async () => {
  const idempotency = idempotencyOf('k');
  const first = await fixture.engine.createTask(config(), ada, idempotency);
  await sweepIdempotency(fixture.database);
  expect((await fixture.engine.createTask(config(), ada, idempotency)).task.id).toBe(first.task.id);
  await fixture.database`update task_idempotency set created_on = now() - interval '25 hours'`;
  await sweepIdempotency(fixture.database);
  expect((await fixture.engine.createTask(config(), ada, idempotency)).isReplay).toBe(false);
});

test('the search finds what is indexed and what is not yet, and a changed name', async () => {
  const search = async (text: string) =>
    (await fixture.engine.listTasks(listing({ search: text, maxPageSize: 1000 }))).value.map((task) => task.id);
  const indexed = await fixture.create({ name: 'Quarterly numbers' });
  await fixture.database`update task set created_on = now() - interval '1 minute'`;
  await indexBatch(fixture.database);
  const fresh = await fixture.create({ name: 'Yearly NUMBERS' });
  expect((await search('numbers')).sort()).toEqual([indexed, fresh].sort());
  await fixture.engine.updateTask(indexed, { name: 'Weekly figures' }, ada);
  expect(await search('figures')).toEqual([indexed]);
  expect(await search('Quarterly')).toEqual([]);
});

test('housekeeping does its jobs by itself, in two processes at once, and stops', async () => {
  const troubles: Error[] = [];
  await fixture.database`insert into deleted_task (task_key) values (999999)`;
  await fixture.database`insert into run (task_key, run_count, is_current, status, trigger, triggered_by, attempt, queued_on)
    values (999999, 1, true, 'succeeded', 'create', 'ada', 1, now())`;
  const keepers = [1, 2].map(() => startHousekeeping(fixture.database, { onTrouble: (error) => troubles.push(error) }));
  await expect.poll(async () => (await fixture.database`select from run where task_key = 999999`).length).toBe(0);
  await Promise.all(keepers.map((keeper) => keeper.stop()));
  expect(troubles).toEqual([]);
});
