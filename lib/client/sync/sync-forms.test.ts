import { createServer } from 'node:net';
import { Readable } from 'node:stream';
import { inspect } from 'node:util';
import { expect, expectTypeOf, test } from 'vitest';
import { forbidBlocking, type JsonObject, type JsonValue, type StateResponse, type TaskResponse } from '#contract';
import { listen } from '../../contract/testing/listen.ts';
import { deadlineSignal, type Page, type StateListPage, type SyncPageable, TaskClient } from '../index.ts';
import type { PageExtraOf } from '../operation-types.ts';
import { SyncCaller } from './sync-caller.ts';
import { SyncCreateTaskAndWaitOperation } from './sync-create-and-wait.ts';
import { fromWire, toWire } from './sync-wire.ts';

const closed = 'http://127.0.0.1:1';
const client = new TaskClient(closed, { key: 'top-secret' }, { retry: { maximumRetries: 0 } });

/** The names of a client's operations, its own and those that it inherits. */
function methodsOf(client: object): string[] {
  const names = new Set<string>();
  for (let level: unknown = client; typeof level === 'object' && level !== null; level = Object.getPrototypeOf(level))
    if (level !== Object.prototype) for (const name of Object.getOwnPropertyNames(level)) names.add(name);
  return [...names];
}

test('every asynchronous operation of every client has its synchronous form', () => {
  const clients = [
    client,
    client.getStateClient(),
    client.getLocksClient(),
    client.getLogsClient(),
    client.getStepsClient(),
  ];
  for (const each of clients) {
    const asynchronous = methodsOf(each).filter((name) => name.endsWith('Async'));
    expect(asynchronous.length).toBeGreaterThan(1);
    for (const name of asynchronous)
      expect(typeof Reflect.get(each, name.replace(/Async$/, '')), name).toBe('function');
  }
});

// what `tsc` judges, in the checks: at run time these lines do nothing
test('synchronous forms have the types of the asynchronous ones', () => {
  const state = client.getStateClient();
  expectTypeOf(client.getTask).parameters.toEqualTypeOf<Parameters<typeof client.getTaskAsync>>();
  expectTypeOf(client.getTask).returns.toEqualTypeOf<TaskResponse>();
  expectTypeOf(client.listTasks).returns.toEqualTypeOf<
    SyncPageable<TaskResponse, Page<TaskResponse, PageExtraOf<'ListTasks'>>>
  >();
  expectTypeOf(state.listState).returns.toEqualTypeOf<SyncPageable<StateResponse, StateListPage>>();
  expectTypeOf(state.getState).parameters.toEqualTypeOf<Parameters<typeof state.getStateAsync>>();
  expectTypeOf(state.getStateAs<{ n: number }>).returns.toEqualTypeOf<{ n: number }>();
  expectTypeOf(state.getStateAs<Date>).parameters.toEqualTypeOf<Parameters<typeof state.getStateAsAsync<Date>>>();
});

test('what cannot be done without calling back is refused before anything is sent', () => {
  const state = client.getStateClient();
  expect(() => state.uploadBlob('files/a', Readable.from(['x']))).toThrow('not streams');
  expect(() => state.uploadBlob('files/a', Buffer.from('x'), { onProgress: () => {} })).toThrow('onProgress');
  const withTokens = new TaskClient(closed, { getToken: () => Promise.resolve(null) });
  expect(() => withTokens.getIdentity()).toThrow('getIdentity: a blocking call needs a key or an access token');
  const withPolicy = new TaskClient(
    closed,
    { key: 'k' },
    {
      additionalPolicies: [
        { position: 'perCall', policy: { name: 'mine', sendRequest: (request, next) => next(request) } },
      ],
    },
  );
  expect(() => withPolicy.getIdentity()).toThrow(
    new TypeError('getIdentity: cannot use a custom httpClient or custom policies; use getIdentityAsync'),
  );
});

test('a value that JSON has no form for is refused by what it is, with its place', () => {
  const state = client.getStateClient();
  expect(() => state.saveState('orders', { id: 'a', value: asJson({ on: new Date() }) })).toThrow(
    new TypeError('saveState/1/value/on: a Date is not a JSON value'),
  );
  expect(() => state.saveState('orders', { id: 'a', value: asJson([new Map()]) })).toThrow(
    'value/0: a Map is not a JSON value',
  );
});

test('an error of a typed form names that form', () => {
  const state = client.getStateClient();
  const callback = Object.assign(() => 1, { parse: () => 1 });
  expect(() => state.getStateAs('s', 'a', { abortSignal: asSignal(callback) })).toThrow(
    'getStateAs/1/abortSignal: a blocking call cannot take callbacks; use getStateAsAsync',
  );
  expect(() => [...state.listStateAs('s', { search: asText(callback) })]).toThrow('use listStateAsAsync');
  expect(() => state.getState('s', 'a', { abortSignal: asSignal(callback) })).toThrow('use getStateAsync');
});

/** What a program without types may pass. */
test('a signal with a deadline is passed on with the time that is left, any other not', async () => {
  expect(toWire(new AbortController().signal, 'getTask/1/abortSignal')).toBeUndefined();
  const passed = fromWire(structuredClone(toWire(deadlineSignal(60_000), 'getTask/1/abortSignal')));
  expect(passed).toMatchObject({ aborted: false });
  const short = toWire(deadlineSignal(1), 'getTask/1/abortSignal');
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(fromWire(short)).toMatchObject({ aborted: true, reason: { name: 'TimeoutError' } });
  for (const wrong of [0, -1, Number.NaN, 1e12]) expect(() => deadlineSignal(wrong)).toThrow(RangeError);
});

function asSignal(given: unknown): AbortSignal {
  return given as AbortSignal;
}
function asJson(given: unknown): JsonValue {
  return given as JsonValue;
}
function asText(given: unknown): string {
  return given as string;
}

test('what holds itself or is too deep is refused with its place; an answer may be as deep as it is', () => {
  const holdingItself: JsonObject = {};
  holdingItself.self = holdingItself;
  const deep = (levels: number) => Array.from({ length: levels }).reduce<JsonValue>((inner) => [inner], 1);
  const create = (input: JsonValue) => () => client.createTask({ type: 'x', input });
  expect(create(holdingItself)).toThrow('createTask/0/input/self: is a cyclic object, which JSON cannot represent');
  for (const levels of [200, 5_000]) {
    expect(create(deep(levels))).toThrow('JSON may be nested at most 200 deep');
    expect(create(deep(levels))).toThrow(RangeError);
  }
  expect(fromWire(toWire(deep(500), 'answer'))).toEqual(deep(500));
});

test('logs what was sent, as the asynchronous forms do', () => {
  const lines: unknown[] = [];
  const note = (fields: object, message: string) => void lines.push({ ...fields, message });
  const logged = new TaskClient(
    closed,
    { key: 'k' },
    { logger: { debug: note, warn: note }, retry: { maximumRetries: 0 } },
  );
  expect(() => logged.getIdentity()).toThrow('cannot be reached');
  expect(lines).toMatchObject([{ operation: 'GetIdentity', method: 'GET', message: 'request failed' }]);
});

test('a logger that throws hides no error of a blocking form', () => {
  const fail = () => {
    throw new Error('the disk of the log is full');
  };
  const options = { logger: { debug: fail, warn: fail }, retry: { maximumRetries: 0 } };
  expect(() => new TaskClient(closed, { key: 'k' }, options).getIdentity()).toThrow('cannot be reached');
});

test('nothing secret shows when a client or its failure is printed', () => {
  expect(() => client.getIdentity()).toThrow('cannot be reached');
  expect(inspect(client, { depth: 9, showHidden: true })).not.toContain('top-secret');
  try {
    client.getIdentity();
  } catch (error) {
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('top-secret');
  }
});

test('a handle ends at the time limit of its call, also when nothing answers', async () => {
  const silent = createServer(() => {}); // connections are taken while this thread is blocked, and nothing else is done
  try {
    const caller = new SyncCaller(`http://127.0.0.1:${await listen(silent)}`, { key: 'k' }, {});
    const running = { id: 't', runCount: 1, status: 'running' } as TaskResponse;
    const operation = new SyncCreateTaskAndWaitOperation(caller, running, undefined);
    const outOfTime = expect.objectContaining({ name: 'RequestFailedError', code: 'RequestTimedOut' });
    expect(() => operation.waitForCompletion({ timeoutInMs: 300 })).toThrow(outOfTime);
    expect(() => operation.updateStatus({ timeoutInMs: 300 })).toThrow(outOfTime);
    expect(() => operation.waitForCompletion({ timeoutInMs: 0 })).toThrow(RangeError);
  } finally {
    silent.close();
  }
});

test('refuses where blocking would stop what others wait for', () => {
  forbidBlocking('the service');
  expect(() => client.getTask('t')).toThrow(
    'getTask: would block the service, which runs in this process; use getTaskAsync',
  );
  const state = client.getStateClient();
  expect(() => state.getStateAs('s', 'a')).toThrow('getStateAs: would block the service');
});
