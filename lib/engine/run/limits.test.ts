import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type JsonValue, limits } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { longestTurnInMs, longestTurnOf } from '../../schema/testing/watch-loop.ts';
import type { TaskContext } from '../definition/definition.ts';
import { parseSecretsKey, type SecretsKey, setSecret } from '../secrets/index.ts';
import { toTaskError } from '../testing/errors-by-hand.ts';
import { prepareInput } from '../worker/prepare-input.ts';
import { maskOf } from './masking.ts';
import { outputText } from './output.ts';
import { startRuns } from './testing.ts';

const fixture = started(startRuns, 'end');
let key: SecretsKey;
beforeAll(async () => {
  const parsed = parseSecretsKey(randomBytes(32).toString('base64'));
  if (parsed === undefined) throw new Error('no key');
  key = parsed;
  await setSecret(fixture.database, key, { name: 'TOKEN', value: 'hunter2-value' }, { name: 'ada' });
});

const unmasked = (text: string) => text;

describe('an output', () => {
  test('may have as many bytes as its limit says, and no more', () => {
    const text = 'é'.repeat((limits.taskOutputBytes - 2) / 2);
    expect(outputText(text, 'the output', unmasked)).toHaveLength(text.length + 2);
    expect(() => outputText(`${text}x`, 'the output', unmasked)).toThrow(
      `the output has ${limits.taskOutputBytes + 1} bytes; the limit (taskOutputBytes) is ${limits.taskOutputBytes}`,
    );
  });

  test.each([
    [undefined, null],
    [null, 'null'],
    ['a"b', '"a\\"b"'],
    [true, 'true'],
    [2n ** 60n, '1152921504606846976'],
  ])('%s is stored as %s', (value, text) => {
    expect(outputText(value, 'the output', unmasked)).toBe(text);
  });
});

describe('a value of a handler', () => {
  const nested = (depth: number): JsonValue => {
    let value: JsonValue = 1;
    for (let level = 0; level < depth; level += 1) value = [value];
    return value;
  };
  const itself: JsonValue[] = [];
  itself.push(itself);
  const refused = /nested too deep or contains itself; JSON may be nested at most 200 deep/;

  test('may be nested as deep as the body of a caller, and no deeper', () => {
    expect(outputText(nested(limits.jsonDepth), 'the output', unmasked)).toContain('[1]');
    for (const value of [nested(limits.jsonDepth + 1), nested(4_000), nested(200_000), itself])
      expect(() => outputText(value, 'the output', unmasked)).toThrow(refused);
  });

  test.each<[string, (ctx: TaskContext, value: JsonValue) => unknown]>([
    ['as an output', (_, value) => value],
    ['as the result of a step', (ctx, value) => ctx.step('deep', () => value)],
    ['in state', (ctx, value) => ctx.state.save('deep', { id: 'a', value })],
    ['in a transaction of state', (ctx, value) => ctx.state.transaction('deep', { upserts: [{ id: 'a', value }] })],
    ['as the input of a child', (ctx, value) => ctx.createTask({ type: 'deep', input: value })],
  ])('is refused %s when it is nested deeper, without another attempt', async (_, give) => {
    const retry = { maximumAttempts: 3, initialIntervalInMs: 1 };
    const type = await fixture.serve({ retry, run: (ctx) => give(ctx, nested(4_000)) });
    const task = await fixture.run({ type });
    expect(task).toMatchObject({ status: 'failed', attempt: 1, error: { message: expect.stringMatching(refused) } });
  });

  test.each<[string, (ctx: TaskContext) => unknown, string]>([
    [
      'an output',
      () => new Map([['a', 1]]),
      'the output is a Map, which JSON cannot represent: give an object or an array',
    ],
    [
      'an output',
      () => ({ 'a/b': [new Set([1])] }),
      'the output has a Set at /a~1b/0, which JSON cannot represent: give an array',
    ],
    [
      'a result that was not awaited',
      (ctx) => ctx.step('one', () => ({ total: Promise.resolve(1) })),
      'the result of step "one" has a Promise at /total, which JSON cannot represent: await it first',
    ],
    [
      'an answer of fetch',
      (ctx) => ctx.step('one', () => new Response()),
      'is a Response, which JSON cannot represent',
    ],
    [
      'an output with a name of its own',
      () => Object.assign(new Map(), { of: {} }),
      'the output is a Map, which JSON cannot represent: give an object or an array',
    ],
    [
      'an error',
      () => [new Error('why')],
      'the output has an Error at /0, which JSON cannot represent: give its message',
    ],
    ['a function', () => () => 1, 'the output is a function, which JSON cannot represent'],
    [
      'an entry',
      (ctx) => ctx.state.save('lost', { id: 'a', value: { of: Object(new Map()) } }),
      'what is given has a Map at /value/of, which JSON cannot represent: give an object or an array',
    ],
    [
      'the input of a child',
      (ctx) => ctx.createTask({ type: 'lost', input: { of: Object(new Set()) } }),
      'createTask: /input has a Set at /of, which JSON cannot represent: give an array',
    ],
  ])('is refused where JSON would write {} for it: %s', async (_, run, message) => {
    const type = await fixture.serve({ run });
    const task = await fixture.run({ type });
    expect(task).toMatchObject({ status: 'failed', error: { message: expect.stringContaining(message) } });
  });

  test('is stored as JSON writes it where that loses nothing but functions', async () => {
    const type = await fixture.serve({
      run: () => ({ empty: {}, on: new Date(0), none: [undefined], call: () => 1, from: { toJSON: () => ({}) } }),
    });
    const output = { empty: {}, on: '1970-01-01T00:00:00.000Z', none: [null], from: {} };
    expect(await fixture.run({ type })).toMatchObject({ status: 'succeeded', output });
  });

  test('is left out of a line of log when it is nested deeper', async () => {
    const type = await fixture.serve({ run: (ctx) => ctx.log.info('deep', { value: nested(4_000) }) });
    const { id } = await fixture.run({ type });
    const { value } = await fixture.engine.listLogs(id, 1n, { maxPageSize: 10, orderBy: 'loggedOn asc' });
    expect(value[0]?.fields).toEqual({ omitted: expect.stringMatching(refused) });
  });
});

describe('masking', () => {
  test('leaves values of fewer than four characters, which would hide too much', () => {
    expect(maskOf(['abc', 'abcd'])('abc abcd')).toBe('abc ***');
  });

  test('hides the longest first, each wherever it stands', () => {
    expect(maskOf(['secret', 'secret-more'])('secret-more, secret, SECRET')).toBe('***, ***, SECRET');
  });
});

describe('an error', () => {
  test('keeps its first 16,384 characters, and those of its stack', () => {
    const long = Object.assign(new Error('m'.repeat(20_000)), { stack: 's'.repeat(20_000) });
    const { message, stack } = toTaskError(long, { type: 'order' });
    expect([message.length, stack?.length]).toEqual([16_384, 16_384]);
  });

  test('keeps a code that is a text or a number, and no other', () => {
    const codeOf = (code: unknown) => toTaskError(Object.assign(new Error('x'), { code }), { type: 'order' }).code;
    expect([codeOf('EPIPE'), codeOf(404), codeOf({}), codeOf(undefined)]).toEqual([
      'EPIPE',
      '404',
      undefined,
      undefined,
    ]);
  });

  test('has a name though it has an empty one', () => {
    expect(toTaskError(Object.assign(new Error('x'), { name: '' }), { type: 'order' }).name).toBe('Error');
  });
});

describe('an input', () => {
  const reference = '{"key":{"$secret":"TOKEN"}}';
  const run = () => 1;
  const given = (input: string | null) => ({ input, queue: 'default' });

  test('that refers to a secret is refused where the worker has no key, and says how to give it one', async () => {
    await expect(prepareInput(fixture.database, undefined, { type: 'order', run }, given(reference))).rejects.toThrow(
      'this worker has no key: set TASKDECK_SECRETS_KEY',
    );
  });

  test('that only looks like a reference is left as it is', async () => {
    const text = '{"key":{"$secret":"TOKEN","more":1}}';
    expect(await prepareInput(fixture.database, undefined, { type: 'order', run }, given(text))).toMatchObject({
      input: { key: { $secret: 'TOKEN', more: 1 } },
    });
  });

  test('is what its schema makes of it, and absent where there is none', async () => {
    const input = z.object({ count: z.coerce.number() }).optional();
    expect(
      await prepareInput(fixture.database, key, { type: 'order', run, input }, given('{"count":"7"}')),
    ).toMatchObject({
      input: { count: 7 },
    });
    expect(await prepareInput(fixture.database, key, { type: 'order', run, input }, given(null))).toMatchObject({
      input: undefined,
    });
  });
});

test.each(['[{"$secret":1},', '['])('a large input of a run holds no other run up: %s', async (start) => {
  const text = `${start}${'1.10,'.repeat(700_000)}0]`;
  const claim = { input: text, queue: 'default' };
  const prepare = async () => prepareInput(fixture.database, undefined, { type: 'order', run: () => 1 }, claim);
  expect(await longestTurnOf(prepare)).toBeLessThan(longestTurnInMs);
});

describe('a line of log', () => {
  test('is cut at its limit, its fields are left out above theirs, and both hide secrets', async () => {
    const most = limits.logMessageBytes;
    await fixture.work(
      [
        {
          type: 'chatty',
          run(ctx) {
            ctx.log.info('m'.repeat(most));
            ctx.log.info('m'.repeat(most + 1));
            ctx.log.info('fields', { text: 'f'.repeat(most) });
            ctx.log.info('fields', { key: 'hunter2-value' });
            ctx.log.info('is hunter2-value', { at: 1 });
            const loop: Record<string, unknown> = {};
            ctx.log.info('not JSON', Object.assign(loop, { loop }));
          },
        },
      ],
      { secretsKey: key },
    );
    const { id } = await fixture.run({ type: 'chatty', input: { $secret: 'TOKEN' } });
    const { value } = await fixture.engine.listLogs(id, 1n, { maxPageSize: 10, orderBy: 'loggedOn asc' });
    expect(value.slice(0, 2).map(({ message }) => Buffer.byteLength(message) <= most)).toEqual([true, true]);
    expect(value.slice(0, 2).map(({ message }) => message.endsWith('…'))).toEqual([false, true]);
    expect(value[2]?.fields).toEqual({ omitted: expect.stringMatching(/^fields of \d+ bytes; the limit is \d+$/) });
    expect(value.slice(3, 5)).toMatchObject([{ fields: { key: '***' } }, { message: 'is ***', fields: { at: 1 } }]);
    expect(value[5]?.fields).toEqual({ omitted: expect.stringMatching(/^fields that are not JSON: /) });
  });
});

test('a type is published with its own retry policy, whatever it leaves out filled in', async () => {
  await fixture.work([
    { type: 'tried', retry: { maximumAttempts: 7, initialIntervalInMs: 5 }, timeoutInMs: 9_000, run: () => 1 },
    { type: 'tried-once', run: () => 1 },
  ]);
  expect(await fixture.engine.getTaskType('tried')).toMatchObject({
    retry: { maximumAttempts: 7, initialIntervalInMs: 5, backoffCoefficient: 2, maximumIntervalInMs: 60_000 },
    timeoutInMs: 9_000,
    workerCount: 1,
  });
  expect(await fixture.engine.getTaskType('tried-once')).not.toHaveProperty('retry');
});
