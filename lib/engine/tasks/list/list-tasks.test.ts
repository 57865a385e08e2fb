import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type TaskListFilter, taskOrders } from '#contract';
import { started } from '../../../contract/testing/started.ts';
import { ada, config, endTask, listing, registerType, startEngine } from '../../testing/engine-fixture.ts';

const fixture = started(startEngine, 'end');
const failure = { name: 'Error', message: 'card 4711 declined', fingerprint: 'f1' };

beforeAll(async () => {
  await registerType(fixture.database, 'order.import');
  await registerType(fixture.database, 'report');
  const create = (given: Parameters<typeof config>[0]) => fixture.engine.createTask(config(given), ada);
  for (let n = 0; n < 30; n++) {
    const type = ['order', 'order.import', 'report'][n % 3] ?? 'order';
    const queue = n % 5 === 0 ? 'slow' : 'default';
    await create({
      id: `t${String((n * 7) % 30).padStart(2, '0')}`,
      type,
      queue,
      tags: { n: String(n % 4), all: 'yes' },
      name: `Task ${n}`,
    });
  }
  for (const id of ['t01', 't02', 't03', 't04']) await endTask(fixture.database, id);
  for (const id of ['t05', 't06', 't07']) await endTask(fixture.database, id, 'failed', failure);
});

async function idsOf(given: Parameters<typeof listing>[0]): Promise<string[]> {
  const ids: string[] = [];
  let continuationToken: string | undefined;
  do {
    const page = await fixture.engine.listTasks(listing({ ...given, continuationToken }));
    ids.push(...page.value.map((task) => task.id));
    continuationToken = page.continuationToken;
  } while (continuationToken !== undefined);
  return ids;
}

describe('each filter gives exactly what it says', () => {
  test.each<[Partial<Record<keyof TaskListFilter, unknown>>, number]>([
    [{}, 30],
    [{ status: 'queued' }, 23],
    [{ status: ['failed', 'succeeded'] }, 7],
    [{ status: ['failed', 'queued'] }, 26],
    [{ status: 'waiting' }, 0],
    [{ type: 'order' }, 10],
    [{ type: 'order*' }, 20],
    [{ type: ['order.*', 'report'] }, 20],
    [{ queue: 'slow' }, 6],
    [{ tag: 'n=1' }, 8],
    [{ tag: ['n=1', 'n=2'] }, 15],
    [{ tag: ['n=1', 'all=yes'] }, 30],
    [{ tag: ['n=1', 'all=yes'], type: 'report' }, 10],
    [{ type: ['order', 'order*'] }, 20],
    [{ status: ['queued', 'queued', 'failed'], queue: ['slow', 'slow'] }, 6],
    [{ tag: 'n' + '=9' }, 0],
    [{ error: 'f1' }, 3],
    [{ search: 'declined' }, 3],
    [{ search: 'IMPORT' }, 10],
    [{ search: 't0' }, 10],
    [{ search: 'Task 2' }, 11],
    [{ search: '%' }, 0],
    [{ schedule: 'true' }, 0],
    [{ schedule: 'false' }, 30],
    [{ id: ['t01', 't29', 'none'] }, 2],
    [{ parent: 'none' }, 0],
    [{ status: 'failed', search: 'declined', tag: 'all=yes' }, 3],
    [{ type: 'report', status: 'queued', queue: 'default' }, 7],
    [{ createdAfter: '2020-01-01T00:00:00Z' }, 30],
    [{ createdBefore: '2020-01-01T00:00:00Z' }, 0],
    [{ endedAfter: '2020-01-01T00:00:00Z' }, 7],
    [{ endedBefore: '2020-01-01T00:00:00Z' }, 0],
  ])('%j', async (given, count) => {
    for (const orderBy of taskOrders) {
      const ids = await idsOf({ ...given, orderBy, maxPageSize: 4 });
      expect(new Set(ids).size, orderBy).toBe(ids.length);
      expect(ids.length, orderBy).toBe(count);
    }
  });
});

test('a time finds the first task at or after it, also where tasks are rare or gone', async () => {
  const { engine, database, end } = await startEngine();
  try {
    for (let n = 0; n < 8; n++) await engine.createTask(config({ id: `t${n}` }), ada);
    await database`update task set created_on = '2001-01-01T00:00Z'::timestamptz + key * interval '1 hour'`;
    await database`delete from task where id in ('t3', 't4')`;
    const missed = await database`
      select task.created_on, since from task,
        unnest(array['0 s', '-59 minutes', '1 ms']::interval[]) since
      where (select min(key) from task found where found.key >= first_task_key_since(task.created_on + since))
        is distinct from (select min(key) from task found where found.created_on >= task.created_on + since)`;
    expect(missed).toEqual([]);
    const tasks = await database<{ id: string; half: string }[]>`
      select id, (created_on - interval '30 minutes')::text as half from task order by key`;
    for (const [at, { half }] of tasks.entries()) {
      const time = new Date(half).toISOString();
      const idsWith = async (given: object) =>
        (await engine.listTasks(listing({ orderBy: 'createdOn asc', ...given }))).value.map(({ id }) => id);
      expect(await idsWith({ createdAfter: time })).toEqual(tasks.slice(at).map(({ id }) => id));
      expect(await idsWith({ createdBefore: time })).toEqual(tasks.slice(0, at).map(({ id }) => id));
    }
  } finally {
    await end();
  }
});

test('orders are what they say, and each is the reverse of its opposite', async () => {
  const all = (await fixture.engine.listTasks(listing({ maxPageSize: 1000 }))).value;
  const byId = all.map((task) => task.id).sort();
  expect(await idsOf({ orderBy: 'id asc', maxPageSize: 7 })).toEqual(byId);
  expect(await idsOf({ orderBy: 'id desc', maxPageSize: 7 })).toEqual(byId.toReversed());
  const newestFirst = await idsOf({ maxPageSize: 7 });
  expect(newestFirst[0]).toBe('t23');
  expect(await idsOf({ orderBy: 'createdOn asc', maxPageSize: 7 })).toEqual(newestFirst.toReversed());
  const byEnd = await idsOf({ orderBy: 'endedOn desc', maxPageSize: 3 });
  const endOf = new Map(all.map((task) => [task.id, task.endedOn]));
  const ends = byEnd.map((id) => endOf.get(id) ?? '9999');
  expect(ends).toEqual(ends.toSorted().toReversed());
  expect(await idsOf({ orderBy: 'endedOn asc', maxPageSize: 3 })).toEqual(byEnd.toReversed());
});

test('what was there when the reading began comes exactly once, whatever is created and ended meanwhile', async () => {
  const own = await startEngine();
  const create = () => own.engine.createTask(config({}), ada).then(({ task }) => task.id);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 7 }),
      fc.constantFrom(...(['createdOn desc', 'createdOn asc', 'id asc', 'id desc'] as const)),
      fc.array(fc.constantFrom('create', 'end', 'nothing'), { minLength: 3, maxLength: 8 }),
      async (maxPageSize, orderBy, meanwhile) => {
        const before = [...(await Promise.all([create(), create(), create()]))];
        const present = (await own.engine.listTasks(listing({ maxPageSize: 1000 }))).value.map((task) => task.id);
        const seen: string[] = [];
        let continuationToken: string | undefined;
        for (let page = 0; ; page++) {
          const answer = await own.engine.listTasks(listing({ maxPageSize, orderBy, continuationToken }));
          seen.push(...answer.value.map((task) => task.id));
          const act = meanwhile[page % meanwhile.length];
          if (act === 'create' && page < 10) await create();
          const next = before.pop();
          if (act === 'end' && next !== undefined) await endTask(own.database, next);
          if (answer.continuationToken === undefined) break;
          continuationToken = answer.continuationToken;
        }
        expect(new Set(seen).size).toBe(seen.length);
        expect(present.filter((id) => !seen.includes(id))).toEqual([]);
      },
    ),
    { numRuns: 12 },
  );
  await own.end();
});

describe('a continuation token', () => {
  const list = (given: Parameters<typeof listing>[0]) => fixture.engine.listTasks(listing(given));

  test('of another order or list is refused', async () => {
    const { continuationToken } = await list({ maxPageSize: 2 });
    await expect(list({ orderBy: 'id asc', continuationToken })).rejects.toMatchObject({
      code: 'InvalidContinuationToken',
    });
    await expect(fixture.engine.listEvents({ maxPageSize: 2, continuationToken })).rejects.toMatchObject({
      code: 'InvalidContinuationToken',
    });
  });

  test('of any text is refused, never an unknown failure', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ minLength: 1 }),
          fc.json().map((text) => Buffer.from(text).toString('base64url')),
        ),
        fc.constantFrom(...taskOrders),
        async (continuationToken, orderBy) => {
          await expect(list({ orderBy, continuationToken: continuationToken || 'x' })).rejects.toMatchObject({
            code: 'InvalidContinuationToken',
          });
        },
      ),
      { numRuns: 40 },
    );
  });
});

test('tags can be changed and found again', async () => {
  await fixture.engine.updateTask('t10', { tags: { n: 'changed', all: null } }, ada);
  expect(await idsOf({ tag: 'n=changed' })).toEqual(['t10']);
  expect(await idsOf({ tag: 'all=yes' })).not.toContain('t10');
  await fixture.engine.updateTask('t10', { tags: null }, ada);
  expect(await idsOf({ tag: 'n=changed' })).toEqual([]);
});

test('a page of large inputs is shorter than was asked for, and the next one goes on', async () => {
  const own = await startEngine();
  const large = 'x'.repeat(1_800_000); // which PostgreSQL stores in a few bytes
  for (let n = 0; n < 7; n++) await own.engine.createTask(config({ id: `big-${n}`, input: large.slice(n) }), ada);
  const first = await own.engine.listTasks(listing({ orderBy: 'id asc', includeInput: 'true' }));
  expect(first.value).toHaveLength(2);
  const ids = first.value.map((task) => task.id);
  for (let token = first.continuationToken; token !== undefined; ) {
    const page = await own.engine.listTasks(
      listing({ orderBy: 'id asc', includeInput: 'true', continuationToken: token }),
    );
    ids.push(...page.value.map((task) => task.id));
    token = page.continuationToken;
  }
  expect(ids).toEqual(Array.from({ length: 7 }, (_, n) => `big-${n}`));
  const without = await own.engine.listTasks(listing({ orderBy: 'id asc', includeOutput: 'true' }));
  expect(without.value.map(({ id }) => id)).toEqual(ids);
  await own.end();
});

test('matches no task when a list of what may match is empty', async () => {
  for (const name of ['id', 'type', 'queue', 'tag', 'input'] as const)
    expect(await idsOf({ [name]: [] }), name).toEqual([]);
});

test('finds runs by what they wait for', async () => {
  await fixture.engine.createTask(config({ id: 'waits', type: 'order' }), ada);
  await fixture.database`
    update active_run set status = 'waiting', wait_kind = 'event', wait_name = 'go', wait_sequence = 0, waiting_since = now()
    where task_key = (select key from task where id = 'waits')`;
  expect(await idsOf({ waitingFor: ['event', 'lock'] })).toEqual(['waits']);
  expect(await idsOf({ waitingFor: 'sleep' })).toEqual([]);
});
