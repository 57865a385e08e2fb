import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../../service/testing/test-service.ts';
import { TaskClient } from '../index.ts';
import * as faults from '../testing/faults.ts';
import { type Fault, type FaultyProxy, onFirstTry, startFaultyProxy } from '../testing/faulty-proxy.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 }); // a machine may be busy

const service = started(startTestService, 'close');
let proxy: FaultyProxy;
/** Through the proxy, and past it. */
let tasks: TaskClient;
let direct: TaskClient;
beforeAll(async () => {
  proxy = await startFaultyProxy(service.url);
  const credential = { key: service.allKey };
  tasks = new TaskClient(proxy.url, credential, { retry: { initialDelayInMs: 5 } });
  direct = new TaskClient(service.url, credential);
});
afterAll(() => proxy[Symbol.asyncDispose]());

const ways: Record<string, Fault> = {
  'lost before the service saw it': faults.lostBefore,
  'answered, and the answer lost': faults.lostAfter,
  'lost while the service is at it': faults.lostMeanwhile,
  'overtaken by its retry': faults.overtaken,
  'answered by half': faults.halfSent,
  'answered drop by drop': faults.dripping,
  'sent twice at once': faults.duplicated,
  'sent again later': faults.repeated,
  'done, and called unreachable': faults.doneButRefused,
  'refused with 503': faults.refused(503),
  'refused with 429': faults.refused(429),
};

/** Prepares past the proxy; then one change passes through it; then looks how often that has been done. */
type Change = (name: string) => Promise<{ change(): Promise<unknown>; done(): Promise<unknown>; once: unknown }>;

const store = 'once';
const type = 'test.echo';
const state = () => tasks.getStateClient();
const directState = () => direct.getStateClient();
const versionOf = async (id: string) => (await directState().getStateAsync(store, id)).version;
const countOf = async (list: AsyncIterable<unknown>) => (await Array.fromAsync(list)).length;

const changes: Record<string, Change> = {
  'creates a task': async (name) => ({
    change: () => tasks.createTaskAsync({ type, tags: { name } }),
    done: () => countOf(direct.listTasksAsync({ tag: [`name=${name}`] })),
    once: 1,
  }),
  'raises an event': async (id) => {
    await direct.createTaskAsync({ type, id });
    return {
      change: () => tasks.raiseTaskEventAsync(id, 'go', { value: 1 }),
      done: () => countOf(direct.listTaskExternalEventsAsync(id)),
      once: 1,
    };
  },
  'runs a task again': async (id) => {
    await direct.createTaskAsync({ type, id });
    await direct.cancelTaskAsync(id);
    return {
      change: () => tasks.rerunTaskAsync(id),
      done: async () => (await direct.getTaskAsync(id)).runCount,
      once: 2,
    };
  },
  'makes an API key': async (name) => ({
    change: () => tasks.createApiKeyAsync({ name, scopes: ['Data/Taskdeck.Orchestration/tasks/read'] }),
    done: async () => (await Array.fromAsync(direct.listApiKeysAsync())).filter((key) => key.name === name).length,
    once: 1,
  }),
  'writes to a log': async (id) => {
    await direct.createTaskAsync({ type, id });
    return {
      change: () => tasks.getLogsClient().writeLogsAsync(id, 1, [{ level: 'info', message: 'once' }]),
      done: () => countOf(direct.getLogsClient().listLogsAsync(id, 1)),
      once: 1,
    };
  },
  'saves a new entry': async (id) => ({
    change: () => state().saveStateAsync(store, { id, value: 1, ifNoneMatch: '*' }),
    done: () => versionOf(id),
    once: 1,
  }),
  'saves over an etag': async (id) => {
    const { etag } = await directState().saveStateAsync(store, { id, value: 1 });
    return {
      change: () => state().saveStateAsync(store, { id, value: 2, ifMatch: etag }),
      done: () => versionOf(id),
      once: 2,
    };
  },
  'saves many entries': async (id) => ({
    change: () => state().saveBulkStateAsync(store, { entries: [{ id, value: 1, ifNoneMatch: '*' }] }),
    done: () => versionOf(id),
    once: 1,
  }),
  'saves in a transaction': async (id) => {
    const { etag } = await directState().saveStateAsync(store, { id: `${id}/old`, value: 1 });
    return {
      change: () =>
        state().bulkTransactionAsync(store, {
          upserts: [{ id, value: 1, ifNoneMatch: '*' }],
          deletes: [{ id: `${id}/old`, ifMatch: etag }],
        }),
      done: () => versionOf(id),
      once: 1,
    };
  },
  'deletes an etag': async (id) => {
    const { etag } = await directState().saveStateAsync(store, { id, value: 1 });
    return {
      change: () => state().deleteStateAsync(store, id, { ifMatch: etag }),
      done: () => countOf(directState().listStateVersionsAsync(store, id)),
      once: 2,
    };
  },
  'restores a version': async (id) => {
    const saved = await directState().saveStateAsync(store, { id, value: 1 });
    await directState().deleteStateAsync(store, id);
    return { change: () => state().restoreStateAsync(saved, 1), done: () => versionOf(id), once: 3 };
  },
  'uploads a blob': async (id) => {
    const entry = await directState().saveStateAsync(store, { id, value: 1, hasBlob: true });
    return {
      change: () => state().uploadBlobAsync(entry, Buffer.alloc(3_000, 'a')),
      done: () => versionOf(id),
      once: 2,
    };
  },
  'saves an entry with its blob': async (id) => ({
    change: () => state().saveBlobStateAsync(store, { id, value: 1, ifNoneMatch: '*' }, Buffer.from('both')),
    done: () => versionOf(id),
    once: 1,
  }),
  'acquires a lock': async (name) => ({
    change: () => tasks.getLocksClient().acquireLockAsync(name),
    done: () => countOf(direct.getLocksClient().listLocksAsync({ search: name })),
    once: 1,
  }),
};

test.each(Object.entries(ways))('every change is done exactly once when its request is %s', async (way, fault) => {
  proxy.otherwise(onFirstTry(fault));
  const outcome = async ([what, prepare]: [string, Change]) => {
    const { change, done, once } = await prepare(`${way} ${what}`.replaceAll(/[^a-z0-9]+/g, '-'));
    const failure = await change().then(
      () => undefined,
      (error: unknown) => error,
    );
    return { what, failure, done, once };
  };
  const outcomes = await Promise.all(Object.entries(changes).map(outcome));
  await proxy.settled();
  proxy.otherwise(undefined);
  for (const { what, failure, done, once } of outcomes)
    expect({ what, failure, times: await done() }).toEqual({ what, failure: undefined, times: once });
});

test('what cannot be repeated without harm is not, and its caller is told that the outcome is unknown', async () => {
  await direct.createTaskAsync({ type, id: 'patched' });
  proxy.fail(faults.lostAfter);
  const sent = proxy.received.length;
  await expect(tasks.updateTaskAsync('patched', { name: 'new' })).rejects.toMatchObject({ code: 'ConnectionFailed' });
  expect(proxy.received).toHaveLength(sent + 1);
});

test('reads are repeated whatever happens to them, and answer the same', async () => {
  await directState().saveStateAsync(store, { id: 'read', value: 'as it was' });
  for (const fault of Object.values(ways)) {
    proxy.fail(fault, fault, fault);
    expect(await state().getStateAsync(store, 'read')).toMatchObject({ value: 'as it was' });
    const bulk = await state().getBulkStateAsync(store, { ids: ['read'] });
    expect(bulk.map(({ value }) => value)).toEqual(['as it was']);
  }
  await proxy.settled();
});
