import { expect, test } from 'vitest';
import { bulkOperationInput } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { ada, endTask, startEngine } from '../testing/engine-fixture.ts';
import { beforeAllEnds, expireRuns, expireTasks } from './expire-runs.ts';
import { purgeRemoved } from './remove-runs.ts';

const hour = 3_600_000;
const fixture = started(startEngine, 'end');

test('a run stays until the bulk operation that started it has noted its end', async () => {
  const { database, engine } = fixture;
  await fixture.create({ id: 'past', retention: { maximumRuns: 1 } });
  await fixture.create({ id: 'current', retention: { maximumAgeInMs: hour } });
  await fixture.create({ id: 'of-service' });
  const ids = ['past', 'current', 'of-service'];
  for (const id of ids) await endTask(database, id);
  await engine.rerunTask('past', {}, ada);
  await endTask(database, 'past');
  const input = bulkOperationInput.parse({ action: { kind: 'rerun' }, selection: { ids: ['past'] } });
  await engine.createBulkOperation('op', input, {
    ...{ kind: 'operator', id: 'ada', name: 'ada', owner: 'operator:ada', scopes: [], sourceAddress: '' },
    ...{ bounds: undefined, until: undefined, requestId: '' },
  });
  await database`
    insert into bulk_item (operation_key, position, task_id, task_key, status, run_count)
    select o.key, 10 + row_number() over (), t.id, t.key, 'running', 1 from task t, bulk_operation o
    where t.id = any(${ids}::text[])`;
  await database`
    update run set ended_on = now() - interval '2 hours' where task_key in (select key from task where id <> 'past')`;
  const sweep = async () => {
    await expireRuns(database, {}, 0);
    await expireTasks(database, hour, beforeAllEnds);
    const rows = await database<{ name: string }[]>`
      select t.id || ' ' || r.run_count as name from task t join run r on r.task_key = t.key order by t.key, r.run_count`;
    return rows.map(({ name }) => name);
  };
  expect(await sweep()).toEqual(['past 1', 'past 2', 'current 1', 'of-service 1']);
  await database`update bulk_operation set ended_on = now()`;
  expect(await sweep()).toEqual(['past 2']);
});

test('a child stays until the run that created it has ended, which may still wait for it', async () => {
  const { database } = fixture;
  const parent = await fixture.create({ id: 'parent' });
  await fixture.create({ id: 'child', retention: { maximumAgeInMs: hour } });
  await fixture.create({ id: 'child-of-service' });
  const ids = ['child', 'child-of-service'];
  await database`
    update task set parent_key = p.key, parent_run_count = 1, parent_sequence = 0 from task p
    where p.id = ${parent} and task.id = any(${ids}::text[])`;
  for (const id of ids) await endTask(database, id);
  await database`
    update run set ended_on = now() - interval '2 hours' where task_key in (select key from task where id = any(${ids}::text[]))`;
  const sweep = async () => {
    await expireRuns(database, {}, 0);
    await expireTasks(database, hour, beforeAllEnds);
    const left = await database<{ id: string }[]>`select id from task where id = any(${ids}::text[]) order by id`;
    return left.map(({ id }) => id);
  };
  expect(await sweep()).toEqual(ids);
  await endTask(database, parent);
  expect(await sweep()).toEqual([]);
});

test('inputs go with the runs that had them, and those of kept runs and of runs to come stay', async () => {
  const { database, engine } = fixture;
  const id = await fixture.create({ retention: { maximumRuns: 2 }, input: { of: 1 } });
  for (const input of [{ of: 2 }, undefined, { of: 4 }, undefined, undefined]) {
    await endTask(database, id);
    await engine.rerunTask(id, input === undefined ? {} : { input }, ada);
  }
  await engine.updateTask(id, { input: { of: 7 } }, ada);
  const inputs = async () => {
    const { value } = await engine.listHistory(id, { maxPageSize: 9, orderBy: 'runCount asc', includeInput: true });
    return value.map(({ runCount, input }) => [runCount, Reflect.get(Object(input), 'of')]);
  };
  expect(await inputs()).toEqual([
    [1, 1],
    [2, 2],
    [3, 2],
    [4, 4],
    [5, 4],
    [6, 4],
  ]);
  await expireRuns(database, {}, 0);
  await purgeRemoved(database);
  expect(await inputs()).toEqual([
    [5, 4],
    [6, 4],
  ]);
  const [kept] = await database`
    select input, (select array_agg(from_run_count order by from_run_count) from task_input i where i.task_key = t.key) as later
    from task t where id = ${id}`;
  expect(kept).toEqual({ input: null, later: ['4', '7'].map(Number) });
  await endTask(database, id);
  await engine.rerunTask(id, {}, ada);
  expect((await inputs()).at(-1)).toEqual([7, 7]);
});
