import { beforeAll, describe, expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import type { Idempotency } from '../actor.ts';
import { ada, config, idempotencyOf, registerType, startEngine } from '../testing/engine-fixture.ts';
import { wholeConfig } from '../testing/whole-config.ts';

const fixture = started(startEngine, 'end');
beforeAll(async () => {
  await registerType(fixture.database, 'order.fulfil', {
    schema: {
      type: 'object',
      properties: { amount: { type: 'integer' }, token: { type: 'string', minLength: 20 } },
      required: ['amount'],
      additionalProperties: false,
    },
    sensitive: ['/input/token'],
  });
});

const create = (given: Parameters<typeof config>[0], idempotency?: Idempotency) =>
  fixture.engine.createTask(config(given), ada, idempotency);

test('a task that was created can be read whole, with every digit of its input', async () => {
  const { task, isReplay } = await create(wholeConfig);
  expect(isReplay).toBe(false);
  expect(task).toMatchObject({
    ...wholeConfig,
    concurrencyLimit: 1,
    retry: { ...wholeConfig.retry, initialIntervalInMs: 1000 },
    status: 'queued',
    runCount: 1,
    etag: expect.stringMatching(/^"1-[0-9a-z]+"$/),
    createdBy: 'ada@example.org',
  });
  expect(task.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
  const { waitingFor, ...read } = await fixture.engine.getTask(task.id);
  expect(read).toEqual(task);
  expect(waitingFor?.kind).toBe('noWorker');
});

test('input null and no input are two things', async () => {
  const withNull = await create({ input: null });
  const without = await create({});
  expect((await fixture.engine.getTask(withNull.task.id)).input).toBeNull();
  expect(await fixture.engine.getTask(without.task.id)).not.toHaveProperty('input');
});

test('an id is taken once, also when many ask at the same time; the others of the batch are created', async () => {
  const results = await Promise.allSettled([
    create({ id: 'mine' }),
    create({ id: 'mine' }),
    create({ id: 'other-1' }),
    create({ id: 'mine' }),
    create({ id: 'other-2' }),
  ]);
  expect(results.map((result) => result.status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  await expect(create({ id: 'mine' })).rejects.toMatchObject({ code: 'TaskAlreadyExists' });
});

test('an unknown type is refused with the near ones', async () => {
  await expect(create({ type: 'order.fulfill' })).rejects.toMatchObject({
    code: 'UnknownTaskType',
    message: expect.stringContaining('"order.fulfil"'),
  });
});

describe('input against the schema of the type', () => {
  test('is refused with a pointer to each fault', async () => {
    await expect(create({ type: 'order.fulfil', input: { amount: 'x', 'a/b': 1 } })).rejects.toMatchObject({
      code: 'InvalidRequest',
      details: expect.arrayContaining([
        expect.objectContaining({ pointer: '/input/amount' }),
        expect.objectContaining({ pointer: '/input/a~1b' }),
      ]),
    });
    await expect(create({ type: 'order.fulfil' })).rejects.toMatchObject({ code: 'InvalidRequest' });
  });

  test('an integer beyond 2^53 is an integer', async () => {
    const { task } = await create({ type: 'order.fulfil', input: { amount: 12345678901234567890n } });
    expect(task.input).toEqual({ amount: 12345678901234567890n });
  });

  test('a reference to a secret that exists stands for a text; one that does not is refused', async () => {
    await fixture.database`insert into secret (name, sealed_value, sealed_with, modified_by) values ('TOKEN', '\\x00', 'k', 'ada')`;
    const { task } = await create({ type: 'order.fulfil', input: { amount: 1, token: { $secret: 'TOKEN' } } });
    expect(task.input).toEqual({ amount: 1, token: { $secret: 'TOKEN' } });
    expect(task.sensitive).toEqual(['/input/token']);
    await expect(
      create({ type: 'order.fulfil', input: { amount: 1, token: { $secret: 'NONE' } } }),
    ).rejects.toMatchObject({
      code: 'InvalidRequest',
      details: [{ pointer: '/input/token', message: 'there is no secret "NONE" that this task may use' }],
    });
  });

  test('a new version of a type holds within a second or two', async () => {
    await registerType(fixture.database, 'changing', { schema: { type: 'object' } });
    await expect(create({ type: 'changing', input: 1 })).rejects.toMatchObject({ code: 'InvalidRequest' });
    await registerType(fixture.database, 'changing', { schema: { type: 'number' } });
    await expect
      .poll(
        () =>
          create({ type: 'changing', input: 1 }).then(
            () => 'created',
            () => 'refused',
          ),
        { timeout: 3000 },
      )
      .toBe('created');
  });
});

test('input beyond the limit is refused with the limit and its size', async () => {
  await expect(create({ input: 'x'.repeat(4 * 1024 * 1024) })).rejects.toMatchObject({
    code: 'PayloadTooLarge',
    message: 'the input has 4194306 bytes, the limit (taskInputBytes) is 4194304',
  });
});

describe('an idempotency key', () => {
  const key = (bodyHash: string, name: string) => idempotencyOf(name, bodyHash);

  test('makes one task of a creation that is sent again, also at the same time and through another process', async () => {
    const other = (await import('../create-engine.ts')).createEngine(fixture.database);
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        (n % 2 === 0 ? fixture.engine : other).createTask(config({ name: 'once' }), ada, key('h', 'k1')),
      ),
    );
    await other.close();
    expect(new Set(results.map(({ task }) => task.id)).size).toBe(1);
    expect(results.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
    const [row] = await fixture.database`select count(*) as count from task where name = 'once'`;
    expect(row?.count).toBe(1);
  });

  test('with another body is refused, of another caller is another key', async () => {
    await create({}, key('h', 'k2'));
    await expect(create({}, key('other', 'k2'))).rejects.toMatchObject({ code: 'IdempotencyKeyReused' });
    const { isReplay } = await create({}, idempotencyOf('k2', 'h', 'bob'));
    expect(isReplay).toBe(false);
  });
});

describe('times', () => {
  test('a start in the future schedules the task, one in the past queues it', async () => {
    const startOn = new Date(Date.now() + 3_600_000).toISOString();
    const { task } = await create({ startOn });
    expect(task).toMatchObject({ status: 'scheduled', startOn, nextRunOn: startOn });
    expect((await fixture.engine.getTask(task.id)).waitingFor).toMatchObject({ kind: 'startOn', until: startOn });
    expect((await create({ startOn: '2020-01-01T00:00:00Z' })).task.status).toBe('queued');
  });

  test('a schedule waits for its next occurrence in its zone', async () => {
    const { task } = await create({ schedule: { cron: '0 3 * * *', timeZone: 'Europe/Berlin' } });
    expect(task.status).toBe('scheduled');
    const berlin = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', timeStyle: 'short' });
    expect(berlin.format(new Date(task.nextRunOn ?? 0))).toBe('03:00');
    expect((await fixture.engine.getTask(task.id)).waitingFor?.kind).toBe('schedule');
  });

  test.each([
    [{ cron: 'every day' }, '/schedule/cron'],
    [{ cron: '0 3 * * *', timeZone: 'Mars/Base' }, '/schedule/timeZone'],
    [{ cron: '0 3 * * *', until: '2020-01-01T00:00:00Z' }, '/schedule'],
  ])('%j is refused at %s', async (schedule, pointer) => {
    await expect(create({ schedule })).rejects.toMatchObject({ code: 'InvalidRequest', details: [{ pointer }] });
  });
});
