import { beforeAll, describe, expect, test } from 'vitest';
import type { TaskConfig } from '#contract';
import { limits } from '#contract';
import { isAwaited } from '#database/testing';
import { started } from '../../contract/testing/started.ts';
import type { Idempotency } from '../actor.ts';
import { ada, config, endTask, idempotencyOf, registerType, startEngine } from '../testing/engine-fixture.ts';

const fixture = started(startEngine, 'end');
beforeAll(async () => {
  await registerType(fixture.database, 'strict', {
    schema: {
      type: 'object',
      properties: { token: { type: 'string', minLength: 20 }, amount: { type: 'number' } },
      required: ['amount'],
    },
    sensitive: ['/input/token'],
  });
  await fixture.database`
    insert into secret (name, sealed_value, sealed_with, modified_by) values ('TOKEN', '\\x00', 'k', 'ada')`;
});

const create = (given: Partial<TaskConfig>, idempotency?: Idempotency) =>
  fixture.engine.createTask(config(given), ada, idempotency);

describe('an idempotency key', () => {
  const key = idempotencyOf;

  test('answers with the task as it is now, though much has happened since', async () => {
    const { task } = await create({ id: 'kept' }, key('kept'));
    await endTask(fixture.database, task.id);
    const again = await create({ id: 'kept' }, key('kept'));
    expect(again).toMatchObject({ isReplay: true, task: { id: 'kept', status: 'succeeded' } });
  });

  test.each([
    ['the same body is answered with that task', 'h'],
    ['another body is refused', 'other'],
  ])('that another process takes at the same moment for %s', async (_, bodyHash) => {
    const name = `at once, ${bodyHash}`;
    const { task } = await create({}, key(name));
    const [kept] = await fixture.database<{ row: string }[]>`
      delete from task_idempotency where task_key = (select key from task where id = ${task.id})
      returning row_to_json(task_idempotency)::text as row`;
    const creating = await fixture.database.begin(async (transaction) => {
      await transaction`
        insert into task_idempotency select * from json_populate_record(null::task_idempotency, ${kept?.row ?? ''}::text::json)`;
      const second = create({}, key(name, bodyHash)).catch((error: unknown) => error);
      await expect.poll(() => isAwaited(transaction)).toBe(true);
      return { second };
    });
    expect(await creating.second).toMatchObject(
      bodyHash === 'h' ? { isReplay: true, task: { id: task.id } } : { code: 'IdempotencyKeyReused' },
    );
  });

  test('whose task was deleted since says so rather than creating another', async () => {
    const { task } = await create({}, key('deleted'));
    await fixture.engine.deleteTask(task.id, { force: true });
    await expect(create({}, key('deleted'))).rejects.toMatchObject({
      code: 'TaskNotFound',
      message: 'the task that this idempotency key created has been deleted since',
    });
  });

  test('in one batch with itself makes one task, with another body none but the first', async () => {
    const [first, again, other] = await Promise.allSettled([
      create({ name: 'first' }, key('batch')),
      create({ name: 'first' }, key('batch')),
      create({ name: 'other' }, key('batch', 'other')),
    ]);
    expect(first).toMatchObject({ value: { isReplay: false } });
    expect(again).toMatchObject({ value: { isReplay: true, task: { name: 'first' } } });
    expect(other).toMatchObject({ reason: { code: 'IdempotencyKeyReused' } });
    const [row] = await fixture.database`select count(*)::integer as count from task where name in ('first', 'other')`;
    expect(row?.count).toBe(1);
  });

  test('that is used holds its id for no other draft of the batch', async () => {
    await create({ id: 'used' }, key('used'));
    const [replayed, second, third] = await Promise.allSettled([
      create({ id: 'held' }, key('used', 'other')),
      create({ id: 'held' }, key('another')),
      create({ id: 'held' }),
    ]);
    expect(replayed).toMatchObject({ reason: { code: 'IdempotencyKeyReused' } });
    expect(second).toMatchObject({ value: { isReplay: false, task: { id: 'held' } } });
    expect(third).toMatchObject({ reason: { code: 'TaskAlreadyExists' } });
  });

  test('of a draft whose id is taken is free for another draft of the batch', async () => {
    await create({ id: 'taken' });
    const [refused, second, third] = await Promise.allSettled([
      create({ id: 'taken' }, key('free')),
      create({ id: 'beside-taken' }, key('free', 'other')),
      create({ id: 'beside-taken' }, key('free', 'other')),
    ]);
    expect(refused).toMatchObject({ reason: { code: 'TaskAlreadyExists' } });
    expect(second).toMatchObject({ value: { isReplay: false, task: { id: 'beside-taken' } } });
    expect(third).toMatchObject({ value: { isReplay: true, task: { id: 'beside-taken' } } });
  });

  test('of another caller is another key', async () => {
    expect((await create({}, key('shared'))).isReplay).toBe(false);
    expect((await create({}, key('shared', 'h', 'bob'))).isReplay).toBe(false);
  });
});

describe('an input', () => {
  test('may have as many bytes as its limit says', async () => {
    const text = 'é'.repeat((limits.taskInputBytes - 2) / 2);
    expect((await create({ id: 'largest', input: text })).task.id).toBe('largest');
    await expect(create({ input: `${text}x` })).rejects.toMatchObject({ code: 'PayloadTooLarge' });
  });

  test('is judged by its schema but for the values of its secrets, which nobody sees here', async () => {
    const secret = { $secret: 'TOKEN' };
    expect((await create({ type: 'strict', input: { amount: 1, token: secret } })).task.sensitive).toEqual([
      '/input/token',
    ]);
    await expect(create({ type: 'strict', input: { token: secret } })).rejects.toMatchObject({
      details: [expect.objectContaining({ message: expect.stringContaining('amount') })],
    });
    await expect(create({ type: 'strict', input: { amount: 1, token: 'short' } })).rejects.toMatchObject({
      details: [expect.objectContaining({ pointer: '/input/token' })],
    });
  });

  test('that names a secret which does not exist tells where, however deep', async () => {
    await expect(create({ input: { a: [1, { 'b/c': { $secret: 'NONE' } }] } })).rejects.toMatchObject({
      details: [{ pointer: '/input/a/1/b~1c', message: 'there is no secret "NONE" that this task may use' }],
    });
    const notOne = { $secret: 'NONE', more: 1 };
    expect((await create({ input: { a: notOne } })).task.input).toEqual({ a: notOne });
  });
});

test.each([
  [{ name: 'a\u0000b' }, '/name'],
  [{ description: '\u0000' }, '/description'],
  [{ tags: { good: 'x', bad: '\u0000' } }, '/tags/bad'],
])('%j is refused, as PostgreSQL cannot store it', async (given, pointer) => {
  await expect(create(given)).rejects.toMatchObject({ code: 'InvalidRequest', details: [{ pointer }] });
});

describe('the time of the next run', () => {
  const schedule = { cron: '0 3 * * *', timeZone: 'UTC' };

  test('is that of the start, of the coming occurrence, or of the one after the run that goes on', async () => {
    const startOn = '2100-01-01T00:00:00.000Z';
    expect((await create({ startOn })).task.nextRunOn).toBe(startOn);
    expect((await create({ schedule, startOn })).task.nextRunOn).toBe('2100-01-01T03:00:00.000Z');
    const { task } = await create({ schedule });
    expect(task.nextRunOn).toMatch(/T03:00:00.000Z$/);
    await fixture.database`
      update active_run set status = 'queued', due_on = null where task_key = (select key from task where id = ${task.id})`;
    expect((await fixture.engine.getTask(task.id)).nextRunOn).toBe(task.nextRunOn);
  });

  test('is none where nothing is planned, or where the start was in the past', async () => {
    const { task } = await create({ startOn: '2020-01-01T00:00:00.000Z' });
    expect(task).toMatchObject({ status: 'queued', startOn: '2020-01-01T00:00:00.000Z' });
    expect(task.nextRunOn).toBeUndefined();
    expect(await fixture.engine.getTask(task.id)).toMatchObject({ status: 'queued' });
    const cancelled = await create({ schedule });
    expect((await fixture.engine.cancelTask(cancelled.task.id)).nextRunOn).toBeUndefined();
  });
});

test('a concurrency limit without a key is none; with one it is 1 unless it is given', async () => {
  expect((await create({ concurrencyKey: 'k', concurrencyLimit: 3 })).task.concurrencyLimit).toBe(3);
  expect((await create({ concurrencyKey: 'k' })).task.concurrencyLimit).toBe(1);
  expect((await create({})).task.concurrencyLimit).toBeUndefined();
});
