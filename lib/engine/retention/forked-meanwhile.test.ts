import { expect, test } from 'vitest';
import { isAwaited } from '#database/testing';
import { started } from '../../contract/testing/started.ts';
import { ada, endTask, startEngine } from '../testing/engine-fixture.ts';
import { expireRuns } from './expire-runs.ts';
import { purgeRemoved } from './remove-runs.ts';

const fixture = started(startEngine, 'end');
const expire = () => expireRuns(fixture.database, {}, 0);

/** Creates a task that keeps one run, with a past run that has this many completed steps. */
async function withPastRun(steps: number): Promise<string> {
  const id = await fixture.create({ retention: { maximumRuns: 1 } });
  await endTask(fixture.database, id);
  await fixture.database`
    insert into step (task_key, run_count, sequence, name, kind, status, attempt, attempts, started_on, ended_on)
    select key, 1, n, 'step ' || n, 'step', 'succeeded', 1, '[]', now(), now()
    from task, generate_series(0, ${steps - 1}::integer) n where id = ${id}`;
  await fixture.engine.rerunTask(id, {}, ada);
  await endTask(fixture.database, id);
  return id;
}

const sequencesOf = async (id: string, runCount: number) =>
  (
    await fixture.database<{ sequence: number }[]>`
      select sequence from step where task_key = (select key from task where id = ${id}) and run_count = ${runCount}
      order by sequence`
  ).map(({ sequence }) => sequence);

test('a run that is forked just then stays, so that the fork has all steps that it keeps', async () => {
  const id = await withPastRun(4);
  const forking = await fixture.database.begin(async (transaction) => {
    await transaction`
      select from run where task_key = (select key from task where id = ${id}) and is_current for update`;
    const fork = fixture.engine.forkRun(id, 1n, { fromSequence: 3 }, ada);
    await expect.poll(() => isAwaited(transaction)).toBe(true);
    await expire();
    return { fork };
  });
  await forking.fork;
  expect(await sequencesOf(id, 3)).toEqual([0, 1, 2]);
  await endTask(fixture.database, id);
  await expire();
  await purgeRemoved(fixture.database);
  expect([await sequencesOf(id, 1), await sequencesOf(id, 3)]).toEqual([[], [0, 1, 2]]);
});

test('a large run is gone as a whole, whatever remains to be deleted of it', async () => {
  const id = await withPastRun(5_100);
  await expire();
  const { engine, database } = fixture;
  expect(
    (await engine.listHistory(id, { maxPageSize: 10, orderBy: 'runCount asc' })).value.map((run) => run.runCount),
  ).toEqual([2]);
  const isGone = { code: 'RunNotFound' };
  await expect(engine.getHistory(id, 1n)).rejects.toMatchObject(isGone);
  await expect(engine.listSteps(id, 1n, { maxPageSize: 10 })).rejects.toMatchObject(isGone);
  await expect(engine.forkRun(id, 1n, { fromSequence: 99 }, ada)).rejects.toMatchObject(isGone);
  expect(await purgeRemoved(database), 'more than one batch').toBe(true);
  expect(await sequencesOf(id, 1)).toHaveLength(100);
  expect(await purgeRemoved(database)).toBe(false);
  expect([await sequencesOf(id, 1), (await database`select from removed_run`).count]).toEqual([[], 0]);
});
