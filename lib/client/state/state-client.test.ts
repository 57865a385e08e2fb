import { expect, test } from 'vitest';
import { z } from 'zod';
import { LosslessNumber } from '#contract';
import { TaskClient, type TaskClientOptions } from '../index.ts';
import { json, problem, reset, startLocalServer } from '../testing/local-server.ts';

const stateOf = (server: { url: string }, options: TaskClientOptions = {}) =>
  new TaskClient(server.url, { key: 'k' }, options).getStateClient();

test('an entry is the same by store and id, by text and by object, in every operation', async () => {
  await using server = await startLocalServer(json(200, '{"value":[]}'));
  const state = stateOf(server);
  const id = 'a/b c%2F..';
  const options = { abortSignal: AbortSignal.timeout(60_000) };
  const forms = [['files', id], [`files/${id}`], [{ storeName: 'files', id }]] as const satisfies Parameters<
    typeof state.getStateAsync
  >[];
  for (const form of forms) {
    await state.getStateAsync(...form, options);
    await state.getStateAsAsync(...form, options);
    await state.deleteStateAsync(...form, { ...options, ifMatch: '"1"' });
    await state.listStateVersionsAsync(...form, options).next();
    await state.getStateVersionAsync(...form, 7, options);
    await state.restoreStateAsync(...form, 7, { ...options, ifMatch: '"1"' });
    await state.listStateAccessAsync(...form, options).next();
  }
  const said = server.received.map(({ method, url, body, headers }) => [
    method,
    url.pathname,
    body,
    headers['if-match'],
  ]);
  const entry = 'a%2Fb%20c%252F..';
  expect(said.slice(0, 7)).toEqual([
    ['GET', `/v1/stores/files/entries/${entry}`, '', undefined],
    ['GET', `/v1/stores/files/entries/${entry}`, '', undefined],
    ['DELETE', `/v1/stores/files/entries/${entry}`, '', '"1"'],
    ['GET', `/v1/stores/files/versions/${entry}`, '', undefined],
    ['GET', `/v1/stores/files/version/7/${entry}`, '', undefined],
    ['POST', '/v1/stores/files/restore', `{"id":"${id}","version":7,"ifMatch":"\\"1\\""}`, undefined],
    ['GET', `/v1/stores/files/access/${entry}`, '', undefined],
  ]);
  expect(said.slice(7, 14)).toEqual(said.slice(0, 7));
  expect(said.slice(14)).toEqual(said.slice(0, 7));
});

test('refuses addresses that name no entry, or two, before anything is sent', async () => {
  await using server = await startLocalServer(json(200, '{}'));
  const state = stateOf(server);
  await expect(state.getStateAsync('files')).rejects.toThrow("'store/id'");
  await expect(state.getStateAsync('files/a', 'b')).rejects.toThrow('files/a: is a reference');
  // @ts-expect-error a version stands between
  await expect(state.getStateVersionAsync('files', 'a', {})).rejects.toThrow(TypeError);
  await expect(state.getStateAsync('Files', 'a')).rejects.toThrow(RangeError);
  await expect(state.getStateAsync('files', '..')).rejects.toThrow(RangeError);
  await expect(state.getStateAsync('files', '')).rejects.toThrow(RangeError);
  // @ts-expect-error a reference has an id
  await expect(state.getStateAsync({ storeName: 'files' })).rejects.toThrow(TypeError);
  // @ts-expect-error an input has an id
  await expect(state.saveStateAsync('files', { value: 1 })).rejects.toThrow(TypeError);
  await expect(state.saveStateAsync('files', { id: 'a', value: [Number.NaN] })).rejects.toThrow('/value/0: NaN');
  await expect(state.getStateAsync('files/a', { ifNoneMatch: '"1"\r\nx: y' })).rejects.toThrow(RangeError);
  expect(server.received).toEqual([]);
});

test('values become what the caller asks for, checked by its schema', async () => {
  const value = '{"id":9007199254740993,"ratio":0.1234567890123456789,"madeOn":"2026-11-21","__proto__":1}';
  await using server = await startLocalServer(json(200, `{"id":"a","value":${value}}`));
  const state = stateOf(server);
  const exact = await state.getStateAsAsync<{ id: bigint; ratio: LosslessNumber }>('files', 'a');
  expect([exact.id, exact.ratio]).toEqual([9007199254740993n, new LosslessNumber('0.1234567890123456789')]);
  const doubled = await state.getStateAsAsync<Record<string, unknown>>('files', 'a', {
    serializer: { numbers: 'double', reviver: (name, part) => (name === 'madeOn' ? new Date(String(part)) : part) },
  });
  expect(doubled).toMatchObject({ id: 2 ** 53, ratio: 0.12345678901234568, madeOn: new Date('2026-11-21') });
  expect(Object.keys(doubled)).toContain('__proto__');
  const schema = z.object({ id: z.bigint() });
  const typed: { id: bigint } = await state.getStateAsAsync('files', 'a', { serializer: { schema } });
  expect(typed).toEqual({ id: 9007199254740993n });
  const strict = z.object({ ratio: z.object({ 'a/b': z.string() }) });
  await expect(state.getStateAsAsync('files', 'a', { serializer: { schema: strict } })).rejects.toMatchObject({
    code: 'UnexpectedValue',
    operation: 'GetState',
    details: [{ pointer: '/ratio/a~1b', message: expect.any(String) }],
  });
});

test('lists and bulk reads give their values typed as well', async () => {
  await using server = await startLocalServer(
    json(200, '{"value":[{"id":"a","value":1}],"nextLink":"/x?continuationToken=t"}'),
    json(200, '{"value":[{"id":"b","value":2}]}'),
    json(200, '{"value":[{"id":"b","value":2},{"id":"c","value":"3"}],"missing":["d"],"isTruncated":false}'),
  );
  const state = stateOf(server);
  const serializer = { schema: z.number() };
  expect(await Array.fromAsync(state.listStateAsAsync('files', { prefix: 'p', serializer }))).toEqual([1, 2]);
  expect(server.received.map(({ url }) => url.search)).toEqual(['?prefix=p', '?prefix=p&continuationToken=t']);
  const found = await state.getBulkStateAsync('files', { ids: ['b', 'c', 'd'] });
  expect([found.map(({ id }) => id), found.missing, found.isTruncated]).toEqual([['b', 'c'], ['d'], false]);
  await expect(state.getBulkStateAsAsync('files', {}, { serializer })).rejects.toMatchObject({
    code: 'UnexpectedValue',
  });
});

test('each page tells the prefixes that it rolled up', async () => {
  const prefixes = [{ prefix: 'eu/', entryCount: 100, isCountCapped: true }];
  const first = JSON.stringify({ value: [{ id: 'a' }], prefixes, nextLink: '/x?continuationToken=t' });
  await using server = await startLocalServer(json(200, first), json(200, '{"value":[],"prefixes":[]}'));
  const pages = stateOf(server)
    .listStateAsync('files', { delimiter: '/', includeValue: false })
    .byPage({ maxPageSize: 2 });
  const { value: page } = await pages.next();
  expect([page?.prefixes, page?.length, page?.continuationToken]).toEqual([prefixes, 1, 't']);
  expect((await pages.next()).value).toMatchObject({ prefixes: [] });
});

test('a bulk save that was refused in part throws one error with every outcome; or none, when asked so', async () => {
  const failure = { operation: 'upsert', index: 1, id: 'b', code: 'PreconditionFailed', message: 'it moved' };
  const outcomes = [{ state: { id: 'a' } }, { failure: { ...failure, currentEtag: '"7"' } }];
  await using server = await startLocalServer(
    json(200, JSON.stringify({ outcomes, receipt: 'r' })),
    json(200, JSON.stringify({ outcomes, receipt: 'r' })),
    json(200, JSON.stringify({ outcomes: outcomes.slice(0, 1), receipt: 'r' })),
  );
  const state = stateOf(server);
  const input = {
    entries: [
      { id: 'a', value: 1 },
      { id: 'b', value: 2, ifMatch: '"6"' },
    ],
  };
  await expect(state.saveBulkStateAsync('files', input)).rejects.toMatchObject({
    name: 'RequestFailedError',
    code: 'BulkSaveFailed',
    outcomes,
    receipt: 'r',
    currentEtag: '"7"',
    failures: [{ id: 'b', code: 'PreconditionFailed' }],
    message: '1 of 2 entries were not saved: it moved',
  });
  expect(await state.saveBulkStateOutcomesAsync('files', input)).toEqual({ outcomes, receipt: 'r' });
  const saved = await state.saveBulkStateAsync('files', { entries: input.entries.slice(0, 1) });
  expect([[...saved], saved.receipt]).toEqual([[{ id: 'a' }], 'r']);
});

test('a refused transaction names the operations to blame and what their entries are now', async () => {
  const failures = [
    { operation: 'delete', index: 0, id: 'x', code: 'PreconditionFailed', message: 'it moved', currentEtag: '"9"' },
  ];
  await using server = await startLocalServer(problem(412, 'PreconditionFailed', { failures }));
  await expect(
    stateOf(server).bulkTransactionAsync('files', { deletes: [{ id: 'x', ifMatch: '"8"' }] }),
  ).rejects.toMatchObject({ code: 'PreconditionFailed', failures, currentEtag: '"9"' });
});

test('deleting answers the receipt that undoes it', async () => {
  await using server = await startLocalServer(
    (_, response) => void response.writeHead(204, { 'taskdeck-receipt': 'r-1' }).end(),
    (_, response) => void response.writeHead(204).end(),
  );
  expect(await stateOf(server).deleteStateAsync('files/a')).toEqual({ receipt: 'r-1' });
  expect(await stateOf(server).deleteStateAsync('files/a')).toEqual({});
});

test('tells that an entry has not been modified', async () => {
  await using server = await startLocalServer((_, response) => void response.writeHead(304).end());
  await expect(stateOf(server).getStateAsync('files/a', { ifNoneMatch: '"1"' })).rejects.toMatchObject({
    code: 'NotModified',
    statusCode: 304,
  });
  expect(server.received[0]?.headers['if-none-match']).toBe('"1"');
});

test('asks for no value where none is wanted, and for nothing else than is given', async () => {
  await using server = await startLocalServer(json(200, '{}'));
  const state = stateOf(server);
  await state.getStateAsync('files/a', { includeValue: false });
  await state.getStateAsync('files/a');
  expect(server.received.map(({ url }) => url.search)).toEqual(['?includeValue=false', '']);
});

test('changes are sent again under one key after a lost connection, conditional or not', async () => {
  const bulk = json(200, '{"value":[],"missing":[],"isTruncated":false}');
  await using server = await startLocalServer(reset, json(200, '{}'), reset, json(200, '{}'), reset, bulk);
  const state = stateOf(server, { retry: { initialDelayInMs: 1 } });
  await state.saveStateAsync('files', { id: 'a', value: 1, ifMatch: '"1"' });
  await state.deleteStateAsync('files', 'a', { ifMatch: '"1"' });
  await state.getBulkStateAsync('files');
  const keys = server.received.map(({ headers }) => headers['idempotency-key']);
  expect(keys[0]).toEqual(expect.any(String));
  expect([keys[1], keys[3]]).toEqual([keys[0], keys[2]]);
  expect([keys[0] === keys[2], keys[4], keys[5]]).toEqual([false, undefined, undefined]);
});

test('the isolation mode of a client is that of its state client, and of no task', async () => {
  await using server = await startLocalServer(json(200, '{"value":[]}'));
  const client = new TaskClient(server.url, { key: 'k' }, { isolation: 'isolated' });
  await client.getStateClient().listStateAsync('files').next();
  await client.getStateClient().listUploadsAsync().next();
  await client.listTasksAsync().next();
  await client.getLogsClient().listLogsAsync('t', 1).next();
  await stateOf(server).getStateAsync('files/a');
  const modes = server.received.map(({ headers }) => headers['taskdeck-isolation']);
  expect(modes).toEqual(['isolated', 'isolated', undefined, undefined, 'shared']);
});
