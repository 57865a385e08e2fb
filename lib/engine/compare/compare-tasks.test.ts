import { beforeAll, expect, test } from 'vitest';
import { type TaskConfig, taskComparisonQuery, taskOrders } from '#contract';
import { started } from '../../contract/testing/started.ts';
import type { ReadingBounds } from '../reading-bounds.ts';
import { ada, config, endTask, registerType, startEngine } from '../testing/engine-fixture.ts';

const fixture = started(startEngine, 'end');
beforeAll(async () => {
  await registerType(fixture.database, 'other');
  await registerType(fixture.database, 'hidden', { sensitive: ['/input/card'] });
});

async function end(status: 'succeeded' | 'failed', times: number, given: (n: number) => Partial<TaskConfig>) {
  for (let n = 0; n < times; n++) {
    const { task } = await fixture.engine.createTask(config(given(n)), ada);
    await endTask(fixture.database, task.id, status);
  }
}

const compare = (given: object, mayShow = false, hasSteps = false) =>
  fixture.engine.compareTasks(taskComparisonQuery.parse(given), { mayShow, hasSteps });

test('says which values the failing tasks have and the succeeded ones of their type do not', async () => {
  await end('failed', 24, (n) => ({ input: { country: n === 0 ? 'FR' : 'ES', id: n, items: [{ sku: 'x' }] } }));
  await end('succeeded', 30, (n) => ({ input: { country: n < 3 ? 'ES' : 'DE', id: 1_000 + n }, tags: { vip: 'no' } }));
  await end('succeeded', 30, () => ({ type: 'other', input: { country: 'PT' } }));
  const { comparison, shown } = await compare({ status: 'failed' });
  expect(comparison).toMatchObject({
    matching: { count: 24, isSampled: false },
    others: { count: 30, isSampled: false },
  });
  expect(shown).toEqual([]);
  const given = comparison.fields.filter(({ field }) => /^(?:input|tag)/.test(field)); // times differ by chance
  const [first, ...rest] = given.toSorted((one, other) => one.field.localeCompare(other.field));
  expect([first?.field, ...rest.map(({ field }) => field)]).toEqual(['input/country', 'input/items/*/sku', 'tag.vip']);
  expect(first?.values.slice(0, 2)).toEqual(
    expect.arrayContaining([
      { value: 'ES', matching: 23, others: 3 },
      { value: 'DE', matching: 0, others: 27 },
    ]),
  );
  expect(rest.at(-1)?.values).toEqual([
    { value: 'no', matching: 0, others: 30 },
    { matching: 24, others: 0 },
  ]);
});

test('the times of steps take part when they are asked for, of the tasks whose steps were read', async () => {
  await registerType(fixture.database, 'stepped');
  await end('failed', 20, () => ({ type: 'stepped' }));
  await end('succeeded', 20, () => ({ type: 'stepped' }));
  await fixture.database`
    insert into step (task_key, run_count, sequence, name, kind, status, attempt, started_on, ended_on, kept_from)
    select task_key, run_count, n, case when n < 2 then 'charge' else 'kept' end, 'step', 'succeeded', 1, now() - took, now(),
      case when n = 2 then 1 end
    from run join task on key = task_key cross join (values (0), (1), (2)) step (n)
    cross join lateral (select case when run.status = 'failed' and n > 0 then interval '5 s' else interval '20 ms' end) of (took)
    where task.type = 'stepped' and (run.status = 'failed' or n < 2)`;
  const ofSteps = async (hasSteps: boolean) =>
    (await compare({ type: 'stepped', status: 'failed' }, false, hasSteps)).comparison.fields.filter(({ field }) =>
      field.startsWith('step.'),
    );
  expect(await ofSteps(false)).toEqual([]);
  expect(await ofSteps(true)).toEqual([
    {
      field: 'step.charge',
      difference: expect.any(Number),
      values: expect.arrayContaining([
        { value: 'under 10 s', matching: 20, others: 0 },
        { value: 'under 100 ms', matching: 0, others: 20 },
      ]),
      of: { matching: 20, others: 20 },
    },
  ]);
});

test('hidden values take no part unless the caller may see them', async () => {
  const input = (card: string) => ({ card: { number: card }, size: card.length });
  await end('failed', 20, () => ({ type: 'hidden', input: input('4711') }));
  await end('succeeded', 20, () => ({ type: 'hidden', input: input('12') }));
  const fieldsOf = async (mayShow: boolean) =>
    (await compare({ type: 'hidden', status: 'failed' }, mayShow)).comparison.fields
      .map(({ field }) => field)
      .filter((field) => field.startsWith('input'));
  expect(await fieldsOf(false)).toEqual(['input/size']);
  expect(await fieldsOf(true)).toEqual(['input/card/number', 'input/size']);
  expect((await compare({ type: 'hidden', status: 'failed' }, true)).shown).toEqual(['/input/card']);
});

test('values filter the list, but find nothing in tasks with sensitive ones', async () => {
  const found = async (filter: object) => {
    const orders = taskOrders.map((orderBy) => fixture.engine.listTasks({ maxPageSize: 100, ...filter, orderBy }));
    const counts = (await Promise.all(orders)).map(({ value }) => value.length);
    expect(new Set(counts), 'every order finds the same').toHaveLength(1);
    return counts[0];
  };
  expect(await found({ input: ['/country=FR'] })).toBe(1);
  expect(await found({ input: ['/items/0/sku=x'] })).toBe(24);
  expect(await found({ input: ['/size=4'] })).toBe(0);
  await fixture.database`
    update run set output = '{"sent": [{"to": 4711.50, "\\"x\\"": "b\\"x"}]}' where ctid = (select min(ctid) from run where status = 'failed')`;
  for (const [text, count] of Object.entries({
    FR: 1,
    x: 24,
    '1007': 1,
    '100': 0,
    country: 0,
    '4711.5': 1,
    'b"x': 1,
    '"x"': 0,
  }))
    expect(await found({ holds: text }), text).toBe(count);
  expect(await found({ holds: '4' }), 'hidden').toBe(1);
});

test('names the version that its worker ran when a task ended', async () => {
  await registerType(fixture.database, 'versioned');
  await end('failed', 20, () => ({ type: 'versioned' }));
  await end('succeeded', 20, () => ({ type: 'versioned' }));
  await fixture.database`
    insert into worker_version (worker, type, version, registered_on)
    select 'w', 'versioned', hours::text, now() - hours * interval '1 hour' from unnest(array[1, 3]) hours`;
  await fixture.database`
    update run set worker = 'w', ended_on = ended_on - case when status = 'succeeded' then interval '2 hours' else '0' end
    where task_key in (select key from task where type = 'versioned')`;
  const { fields } = (await compare({ type: 'versioned', status: 'failed' })).comparison;
  expect(fields.find(({ field }) => field === 'version')?.values).toEqual([
    { value: '1', matching: 20, others: 0 },
    { value: '3', matching: 0, others: 20 },
  ]);
});

test('compares the newest that there is time to read, and says so', async () => {
  await registerType(fixture.database, 'many');
  await fixture.database`
    with made as (
      insert into task (id, type, queue, priority, created_by, modified_by)
      select 'many-' || n, 'many', 'default', 0, 'test', 'test' from generate_series(1, 1200) n returning key, id
    )
    insert into run (task_key, run_count, is_current, status, trigger, triggered_by, attempt, queued_on, ended_on)
    select key, 1, true, (case when id <= 'many-2' then 'failed' else 'succeeded' end)::run_status, 'create', 'test', 1,
      now(), now() from made`;
  const given = taskComparisonQuery.parse({ type: 'many', status: 'failed' });
  const compared = async (bounds: ReadingBounds) =>
    (await fixture.engine.compareTasks(given, { mayShow: false, hasSteps: true }, bounds)).comparison;
  const gone = new AbortController();
  gone.abort();
  for (const bounds of [{ budgetMs: 0 }, { signal: gone.signal }])
    expect(await compared(bounds)).toMatchObject({
      matching: { count: 313, isSampled: false },
      others: { count: 500, isSampled: true },
    });
  expect(await compared({})).toMatchObject({ others: { count: 887, isSampled: false } });
});

test('inputs that are large take no part, also where they are stored small', async () => {
  await registerType(fixture.database, 'large');
  const input = (n: number) => ({ country: n < 20 ? 'ES' : 'DE', text: 'a'.repeat(70_000) });
  await end('failed', 20, (n) => ({ type: 'large', input: input(n) }));
  await end('succeeded', 20, (n) => ({ type: 'large', input: input(n + 20) }));
  const { fields } = (await compare({ type: 'large', status: 'failed' })).comparison;
  expect(fields.filter(({ field }) => field.startsWith('input'))).toEqual([]);
});
