import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LosslessNumber, parseJson, stringifyJson } from '#contract';
import { isArgumentError, TaskClient } from './index.ts';
import { json, type LocalServer, startLocalServer } from './testing/local-server.ts';

let server: LocalServer;
beforeAll(async () => {
  server = await startLocalServer(json(200, '{"value":[],"outcomes":[],"missing":[],"upserted":[]}'));
});
afterAll(() => server[Symbol.asyncDispose]());

const clientOf = () => new TaskClient(server.url, { key: 'k' });
/** Calls with what no type allows, as a program without types can. */
async function refusalOf(on: object, method: string, given: readonly unknown[]): Promise<unknown> {
  const before = server.received.length;
  const operation: unknown = Reflect.get(on, method);
  if (typeof operation !== 'function') throw new Error(`there is no ${method}`);
  const outcome: unknown = await Promise.resolve()
    .then(() => Reflect.apply(operation, on, [...given]))
    .catch((error: unknown) => error);
  expect(server.received.slice(before), 'nothing was sent').toEqual([]);
  return outcome;
}

const holdingItself: Record<string, unknown> = { a: [] };
holdingItself.self = [holdingItself];
const deep = (levels: number) => Array.from({ length: levels }).reduce<unknown>((inner) => [inner], 1);
const hidden = 'top secret';

const onTasks: [string, readonly unknown[], typeof TypeError | typeof RangeError, RegExp][] = [
  ['createTaskAsync', [{}], TypeError, /^\/type: .*expected string/],
  ['createTaskAsync', [null], TypeError, /^the input: .*expected object/],
  ['createTaskAsync', [{ type: '' }], RangeError, /^\/type: 1 to 128 printable/],
  ['createTaskAsync', [{ type: 'x', id: `${hidden}/` }], RangeError, /^\/id: a task id is 1 to 128 characters/],
  ['createTaskAsync', [{ type: 'x', id: 7 }], TypeError, /^\/id: .*expected string/],
  ['createTaskAsync', [{ type: 'x', priority: 1.5 }], RangeError, /^\/priority: /],
  ['createTaskAsync', [{ type: 'x', priority: hidden }], TypeError, /^\/priority: .*expected number/],
  ['createTaskAsync', [{ type: 'x', priority: Number.NaN }], RangeError, /^\/priority: NaN is not a JSON number/],
  ['createTaskAsync', [{ type: 'x', priorty: hidden }], TypeError, /^the input: .*"priorty"/],
  ['createTaskAsync', [{ type: 'x', tags: { 'a=b': hidden } }], RangeError, /^\/tags\/a=b: the key of a tag/],
  ['createTaskAsync', [{ type: 'x', startOn: hidden }], RangeError, /^\/startOn: /],
  [
    'createTaskAsync',
    [{ type: 'x', concurrencyLimit: 2 }],
    RangeError,
    /^\/concurrencyLimit: .*needs a concurrencyKey/,
  ],
  ['createTaskAsync', [{ type: '', id: '' }], RangeError, /^\/type: [^;]+; \/id: [^;]+$/],
  ['createTaskAndWaitAsync', [{ type: '' }], RangeError, /^\/type: /],
  ['createTaskAsync', [{ type: 'x', input: holdingItself }], TypeError, /^\/input\/self\/0: is a cyclic object/],
  ['createTaskAsync', [{ type: 'x', input: deep(200) }], RangeError, /: JSON may be nested at most 200 deep$/],
  ['createTaskAsync', [{ type: 'x', input: deep(20_000) }], RangeError, /: JSON may be nested at most 200 deep$/],
  ['createTaskAsync', [{ type: 'x' }, { idempotencyKey: '' }], RangeError, /^idempotencyKey: .*1 to 255/],
  ['createTaskAsync', [{ type: 'x' }, { idempotencyKey: '  ' }], RangeError, /^idempotencyKey: .*not only spaces/],
  ['createTaskAsync', [{ type: 'x' }, { idempotencyKey: 7 }], TypeError, /^idempotencyKey: must be a string/],
  ['updateTaskAsync', ['t', { queue: null }], TypeError, /^\/queue: /],
  ['updateTaskAsync', ['t', {}, { ifMatch: '' }], RangeError, /^ifMatch: .*one entity tag/],
  ['updateTaskAsync', ['t', {}, { ifMatch: '7' }], RangeError, /^ifMatch: .*one entity tag/],
  ['cancelTaskAsync', ['t', { reason: hidden.repeat(200) }], RangeError, /^\/reason: /],
  ['raiseTaskEventAsync', ['t', 'e', {}], TypeError, /^\/value: a JSON value is required/],
  ['raiseTaskEventAsync', ['t', 'e', { value: () => hidden }], TypeError, /^\/value: a function is not a JSON value/],
  ['forkRunAsync', ['t', 1, { fromSequence: -1 }], RangeError, /^\/fromSequence: /],
  ['signInAsync', [{ email: 'a@b', password: '' }], RangeError, /^\/password: /],
  ['createApiKeyAsync', [{ name: 'k', scopes: [hidden] }], RangeError, /^\/scopes\/0: .*expected one of/],
  ['createApiKeyAsync', [{ name: 'k', scopes: [7] }], TypeError, /^\/scopes\/0: /],
];

const onState: typeof onTasks = [
  ['saveStateAsync', ['s', { id: 'a', value: undefined }], TypeError, /^\/value: a JSON value is required/],
  ['saveStateAsync', ['s', undefined], TypeError, /^id: /],
  ['saveStateAsync', ['s', { id: 'a', value: Symbol(hidden) }], TypeError, /^\/value: a symbol is not a JSON value/],
  ['saveStateAsync', ['s', { id: 'a', value: { f() {} } }], TypeError, /^\/value\/f: a function is not a JSON value/],
  ['saveStateAsync', ['s', { id: 'a', value: [undefined] }], TypeError, /^\/value\/0: undefined is not a JSON value/],
  ['saveStateAsync', ['s', { id: 'a', value: { 'x/y': -1 / 0 } }], RangeError, /^\/value\/x~1y: -Infinity is not/],
  ['saveStateAsync', ['s', { id: 'a', value: 1, ttlInSeconds: 0 }], RangeError, /^\/ttlInSeconds: -1 \(never\) or 1/],
  ['saveStateAsync', ['s', { id: 'a', value: 1, sensitive: [hidden] }], RangeError, /^\/sensitive\/0: .*JSON Pointer/],
  ['saveStateAsync', ['s', { id: 'a', value: 1, sensitive: [7] }], TypeError, /^\/sensitive\/0: .*JSON Pointer/],
  ['saveStateAsync', ['s', { id: 'a', value: 1, ifNoneMatch: hidden }], RangeError, /^\/ifNoneMatch: .*"\*"/],
  [
    'saveStateAsync',
    ['s', { id: 'a', value: new Map([[hidden, 1]]) }],
    TypeError,
    /^\/value: a Map is not a JSON value/,
  ],
  ['saveStateAsync', ['s', { id: 'a', value: { x: [new Set()] } }], TypeError, /^\/value\/x\/0: a Set is not a JSON/],
  ['saveStateAsync', ['s', { id: 'a', value: { on: new Date() } }], TypeError, /^\/value\/on: a Date is not a JSON/],
  ['saveStateAsync', ['s', { id: 'a', value: [/x/] }], TypeError, /^\/value\/0: a RegExp is not a JSON value/],
  ['saveStateAsync', ['s', { id: 'a', value: Buffer.from(hidden) }], TypeError, /^\/value: a Uint8Array is not a JSON/],
  ['saveStateAsync', ['s', { id: 'a', value: new Float64Array(2) }], TypeError, /^\/value: a Float64Array is not/],
  ['saveStateAsync', ['s', { id: 'a', value: new ArrayBuffer(2) }], TypeError, /^\/value: a ArrayBuffer is not/],
  ['saveBulkStateAsync', ['s', { entries: [] }], RangeError, /^\/entries: has 0 items, the minimum is 1$/],
  ['saveBulkStateAsync', ['s', {}], TypeError, /^\/entries: .*expected array/],
  ['saveBulkStateAsync', ['s', { entries: [{ id: 'a', value: 1 }, { id: 'b' }] }], TypeError, /^\/entries\/1\/value: /],
  ['getBulkStateAsync', ['s', { ids: [] }], RangeError, /^\/ids: has 0 items, the minimum is 1$/],
  ['getBulkStateAsync', ['s', { ids: ['a'], prefix: 'a' }], RangeError, /^\/prefix: .*exclude each other/],
  ['bulkTransactionAsync', ['s', {}], RangeError, /^the input: a transaction needs at least one/],
  [
    'bulkTransactionAsync',
    ['s', { deletes: [{ id: hidden }, { id: hidden }] }],
    RangeError,
    /^\/deletes\/1\/id: each id may occur once in a transaction/,
  ],
  ['deleteBulkStateAsync', ['s', { deletes: [] }], RangeError, /^\/deletes: /],
  ['restoreStateAsync', ['s/a', 0], RangeError, /^\/version: /],
  ['undoStateAsync', ['s', ''], RangeError, /^\/receipt: /],
  ['deleteStateAsync', ['s/a', { ifMatch: 'x' }], RangeError, /^ifMatch: /],
  ['setStorePolicyAsync', ['s', { maximumBlobBytes: 0 }], RangeError, /^\/maximumBlobBytes: /],
  ['saveBlobStateAsync', ['s', { id: 'a' }, Buffer.from('x')], TypeError, /^\/value: /],
  [
    'saveBlobStateAsync',
    ['s', { id: 'a', value: 1 }, Buffer.from('x'), { contentHash: hidden }],
    RangeError,
    /^\/contentHash: /,
  ],
  ['uploadBlobAsync', ['s/a', Buffer.from('x'), { contentType: hidden }], RangeError, /^\/contentType: a media type/],
  ['uploadBlobAsync', ['s/a', Buffer.from('x'), { fileName: 7 }], TypeError, /^\/fileName: /],
];

describe('wrong arguments are refused before anything is sent, by the place and what is allowed there', () => {
  test.each(onTasks)('%s: %#', async (method, given, Kind, message) => {
    const error = await refusalOf(clientOf(), method, given);
    expect(error).toBeInstanceOf(Kind);
    expect(error).toMatchObject({ message: expect.stringMatching(message) });
    expect(String(error)).not.toContain(hidden);
  });

  test.each(onState)('%s: %#', async (method, given, Kind, message) => {
    const error = await refusalOf(clientOf().getStateClient(), method, given);
    expect(error).toBeInstanceOf(Kind);
    expect(error).toMatchObject({ message: expect.stringMatching(message) });
    expect(String(error)).not.toContain(hidden);
  });

  test('of locks and logs, too', async () => {
    const client = clientOf();
    const short = await refusalOf(client.getLocksClient(), 'acquireLockAsync', ['l', { ttlInMs: 0 }]);
    expect(short).toBeInstanceOf(RangeError);
    expect(short).toMatchObject({ message: expect.stringMatching(/^\/ttlInMs: is 0, the minimum is 1000$/) });
    expect(await refusalOf(client.getLocksClient(), 'holdLock', ['l', { ttlInMs: '9' }])).toBeInstanceOf(TypeError);
    const none = await refusalOf(client.getLogsClient(), 'writeLogsAsync', ['t', 1, []]);
    expect(none).toMatchObject({ name: 'RangeError', message: expect.stringMatching(/^\/entries: /) });
  });

  test('the error tells all of it, place by place', async () => {
    const error = await refusalOf(clientOf(), 'createTaskAsync', [{ type: '', tags: { 'a/b': 1 } }]);
    expect(isArgumentError(error) && error.details.map(({ pointer }) => pointer)).toEqual(['/type', '/tags/a~1b']);
    expect(isArgumentError(new TypeError('x'))).toBe(false);
  });
});

describe('what JSON can say is sent as it was given', () => {
  const sent = async (input: unknown) => {
    expect(await Reflect.apply(clientOf().createTaskAsync, clientOf(), [input])).toBeDefined();
    return server.received.at(-1)?.body;
  };

  test('no default is added, what is undefined is left out', async () => {
    expect(await sent({ type: 'x', name: undefined, input: { a: undefined } })).toBe('{"type":"x","input":{}}');
    expect(await sent({ type: 'x', notOurs: undefined })).toBe('{"type":"x"}');
  });

  test('exact numbers, markers, and the same object twice', async () => {
    const twice = { n: 1 };
    const input = [2n ** 70n, new LosslessNumber('1e400'), { $redacted: true }, { $secret: 'S' }, twice, twice];
    expect(await sent({ type: 'x', input, priority: 3n, startOn: new Date(0).toISOString() })).toBe(
      '{"type":"x","input":[1180591620717411303424,1e400,{"$redacted":true},{"$secret":"S"},{"n":1},{"n":1}],' +
        '"priority":3,"startOn":"1970-01-01T00:00:00.000Z"}',
    );
    expect(await sent({ type: 'x', input: deep(199) })).toContain('[1]');
  });

  test('every JSON text', () =>
    fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 4 }), async (text) => {
        const input = parseJson(text);
        expect(await sent({ type: 'x', input })).toBe(`{"type":"x","input":${stringifyJson(input)}}`);
      }),
      { numRuns: 100 },
    ));
});
