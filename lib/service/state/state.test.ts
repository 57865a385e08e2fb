import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { auditRecord, limits, pageOf, type StateBulkResponse, type StateResponse, type StateVersion } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { startTestService, type TestAnswer, type TestRequest } from '../testing/test-service.ts';

const service = started(startTestService, 'close');

const call = (method: string, path: string, request: TestRequest = {}) =>
  service.call(method, `/v1/stores/orders/${path}`, { token: service.allKey, ...request });
const save = (id: string, value: unknown, more: object = {}, request: TestRequest = {}) =>
  call('PUT', `entries/${encodeURIComponent(id)}`, { body: { id, value, ...more }, ...request });
const read = (id: string, request: TestRequest = {}) => call('GET', `entries/${encodeURIComponent(id)}`, request);
const etagOf = (answer: TestAnswer) => answer.headers.get('etag') ?? '';
/** Leaves the database as a process does that is killed after its commit and before it stores the answer. */
const forgetAnswers = () =>
  service.database`update idempotent_answer set sealed_answer = null, sealed_with = null, claimed_on = now() - interval '10 seconds'`;

describe('exact JSON', () => {
  test.for([
    '{"big":9007199254740993,"e":1e400,"z":-0,"d":0.1000000000000000055511151231257827}',
    '{"b":1,"a":{"":null,"__proto__":1},"constructor":[]}',
    '[[[[[[[[]]]]]]]]',
    '"\\"quoted\\" \\\\ 🚀 ö"',
    '{"nul":"\\u0000","half":"\\ud800","\\u0000":[]}',
    'null',
    '{"value":[1],"continuationToken":"mine"}',
    '[1,2,3]',
  ])('%s comes back as it was', async (text) => {
    const saved = await call('PUT', 'entries/exact', { raw: `{"id":"exact","value":${text}}` });
    expect(saved.status, saved.text).toBeLessThan(300);
    expect((await read('exact')).text).toContain(`"value":${text},`);
  });

  test.for([
    ['{"id":"bad","value":NaN}', 'position 20'],
    ['{"id":"bad","value":{"a":1,"a":1}}', 'line 1, column 28 (position 27)'],
  ] as const)('%s is refused with the place', async ([raw, place]) => {
    const answer = await call('PUT', 'entries/bad', { raw });
    expect(answer).toMatchObject({ status: 400, body: { code: 'InvalidJson' } });
    expect(answer.text).toContain(place);
  });
});

test('conditions stand in headers or body, and say which entity tag it is now', async () => {
  const first = await save('conditions', 1, {}, { headers: { 'if-none-match': '*' } });
  const etag = etagOf(first);
  expect([first.status, first.body]).toEqual([201, expect.objectContaining({ etag, version: 1 })]);
  const exists = {
    status: 409,
    body: { code: 'StateAlreadyExists', failures: [{ id: 'conditions', currentEtag: etag }] },
  };
  expect(await save('conditions', 2, {}, { headers: { 'if-none-match': '*' } })).toMatchObject(exists);
  expect(await save('conditions', 2, { ifNoneMatch: '*' })).toMatchObject(exists);
  const failed = { status: 412, body: { code: 'PreconditionFailed', failures: [{ currentEtag: etag }] } };
  expect(await save('conditions', 2, { ifMatch: '"0"' })).toMatchObject(failed);
  expect(await save('conditions', 2, {}, { headers: { 'if-match': '"0"' } })).toMatchObject(failed);
  expect(await save('conditions', 2, { ifMatch: '"1"' }, { headers: { 'if-match': etag } })).toMatchObject({
    status: 400,
  });
  expect(await save('conditions', 2, { ifMatch: etag }, { headers: { 'if-match': etag } })).toMatchObject({
    status: 200,
  });
  expect(await save('conditions', 3, {}, { headers: { 'if-match': '*' } })).toMatchObject({ status: 200 });
  expect(await save('nothing', 3, {}, { headers: { 'if-match': '*' } })).toMatchObject({ status: 412 });
  expect(await save('nothing', 3, {}, { headers: { 'if-none-match': '"1"' } })).toMatchObject({ status: 400 });
});

test('a weak entity tag is no condition of a change, and two conditions exclude each other', async () => {
  const etag = etagOf(await save('strong', 1));
  expect(await save('strong', 2, {}, { headers: { 'if-match': `W/${etag}` } })).toMatchObject({ status: 412 });
  expect(await call('DELETE', 'entries/strong', { headers: { 'if-match': `W/${etag}` } })).toMatchObject({
    status: 412,
  });
  expect(await save('strong', 2, { ifNoneMatch: '*' }, { headers: { 'if-match': etag } })).toMatchObject({
    status: 400,
  });
  expect(await save('strong', 2, { ifMatch: etag }, { headers: { 'if-none-match': '*' } })).toMatchObject({
    status: 400,
  });
  expect(await call('DELETE', 'entries/strong', { headers: { 'if-match': '"0"' } })).toMatchObject({ status: 412 });
  expect((await read('strong')).body).toMatchObject({ value: 1, version: 1 });
  expect(await call('DELETE', 'entries/strong', { headers: { 'if-match': etag } })).toMatchObject({ status: 204 });
});

test('a restore is done over the entity tag that it names, or not', async () => {
  const first = etagOf(await save('restored', 1));
  const second = etagOf(await save('restored', 2));
  const restore = (ifMatch: string) => call('POST', 'restore', { body: { id: 'restored', version: 1, ifMatch } });
  expect(await restore(first)).toMatchObject({
    status: 412,
    body: { code: 'PreconditionFailed', failures: [{ currentEtag: second }] },
  });
  expect((await read('restored')).body).toMatchObject({ value: 2 });
  expect(await restore(second)).toMatchObject({ status: 200, body: { value: 1, version: 3 } });
});

test.each(['sensitive/read', 'state/read'] as const)(
  'a restore where there is no entry creates no second one: with %s',
  async (scope) => {
    const id = `gone-${scope}`;
    const token = await service.key('state/create', scope);
    const restore = () =>
      service.call('POST', '/v1/stores/s/restore', { token, body: { id, version: 1, ifNoneMatch: '*' } });
    await service.call('PUT', `/v1/stores/s/entries/${id}`, { token: service.allKey, body: { value: 1 } });
    expect(await restore()).toMatchObject({ status: 409, body: { code: 'StateAlreadyExists' } });
    await service.call('DELETE', `/v1/stores/s/entries/${id}`, { token: service.allKey });
    const answers = await Promise.all([restore(), restore(), restore()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const { body } = await service.call('GET', `/v1/stores/s/versions/${id}`, { token: service.allKey });
    expect((body as { value: object[] }).value).toHaveLength(3);
  },
);

test('an unchanged entry is 304, also as one of several entity tags', async () => {
  const etag = etagOf(await save('unchanged', 1));
  const unchanged = await read('unchanged', { headers: { 'if-none-match': `"0", ${etag}` } });
  expect([unchanged.status, unchanged.text, etagOf(unchanged)]).toEqual([304, '', etag]);
  expect((await read('unchanged', { headers: { 'if-none-match': '"0"' } })).status).toBe(200);
});

test('a deletion answers 204 either way, and with what it can be undone', async () => {
  await save('deleted', { a: 1 });
  const deletion = await call('DELETE', 'entries/deleted');
  const receipt = deletion.headers.get('taskdeck-receipt');
  expect([deletion.status, receipt]).toEqual([204, expect.any(String)]);
  const again = await call('DELETE', 'entries/deleted');
  expect([again.status, again.headers.get('taskdeck-receipt')]).toEqual([204, null]);
  expect((await call('DELETE', 'entries/deleted', { headers: { 'if-match': '*' } })).status).toBe(412);
  expect((await call('DELETE', 'entries/deleted', { headers: { 'if-match': '"1"' } })).status).toBe(412);
  const undone = await call('POST', 'undo', { body: { receipt } });
  expect(undone).toMatchObject({ status: 200, body: { restored: [{ id: 'deleted', value: { a: 1 } }] } });
  expect(await call('POST', 'undo', { body: { receipt } })).toMatchObject({
    status: 409,
    body: { code: 'ReceiptOutdated' },
  });
});

describe('a retry with its key', () => {
  const once = (key: string) => ({ headers: { 'idempotency-key': key } });

  test('saves once, also when the first answer was lost', async () => {
    const first = await save('once', 1, {}, once('save'));
    expect((await save('once', 1, {}, once('save'))).text).toBe(first.text);
    expect(await save('once', 2, {}, once('save'))).toMatchObject({
      status: 409,
      body: { code: 'IdempotencyKeyReused' },
    });
    await forgetAnswers();
    expect(await save('once', 1, {}, once('save'))).toMatchObject({ status: 200, body: { version: 1, value: 1 } });
    expect((await read('once')).body).toMatchObject({ version: 1 });
  });

  test('deletes once', async () => {
    await save('gone', 1);
    const first = await call('DELETE', 'entries/gone', once('delete'));
    await save('gone', 2);
    const again = await call('DELETE', 'entries/gone', once('delete'));
    expect(again.headers.get('taskdeck-receipt')).toBe(first.headers.get('taskdeck-receipt'));
    expect((await read('gone')).body).toMatchObject({ value: 2 });
  });

  test('of many at a time is one change', async () => {
    const bulk = () => call('POST', 'bulk-save', { body: { entries: [{ id: 'bulk', value: 1 }] }, ...once('bulk') });
    const answers = await Promise.all([bulk(), bulk(), bulk()]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    await forgetAnswers();
    expect(await bulk()).toMatchObject({ status: 200, body: { outcomes: [{ state: { id: 'bulk', version: 1 } }] } });
    const transaction = () =>
      call('POST', 'transaction', { body: { upserts: [{ id: 'atomic', value: 1 }], deletes: [] }, ...once('atomic') });
    await transaction();
    await forgetAnswers();
    expect(await transaction()).toMatchObject({ status: 200, body: { upserted: [{ id: 'atomic', version: 1 }] } });
  });

  test('of many finds every entry after a lost answer, however large others have made them', async () => {
    const entries = ['large/1', 'large/2', 'large/3', 'large/4', 'large/5'].map((id) => ({ id, value: 1 }));
    const bulk = () => call('POST', 'bulk-save', { body: { entries }, ...once('large') });
    expect((await bulk()).status).toBe(200);
    await forgetAnswers();
    for (const { id } of entries) expect((await save(id, 'x'.repeat(limits.stateValueBytes - 2))).status).toBe(200);
    const outcomes = entries.map(({ id }) => ({ state: { id, version: 2 } }));
    expect(await bulk()).toMatchObject({ status: 200, body: { outcomes } });
  });

  test('is free again after a refusal', async () => {
    expect((await save('refused', 1, { ifMatch: '"0"' }, once('refused'))).status).toBe(412);
    expect((await save('refused', 1, {}, once('refused'))).status).toBe(201);
  });
});

test('a bulk save answers for each entry, in order', async () => {
  const etag = etagOf(await save('bulk/1', 1));
  const answer = await call('POST', 'bulk-save', {
    body: {
      entries: [
        { id: 'bulk/0', value: 0 },
        { id: 'bulk/1', value: 2, ifMatch: '"0"' },
        { id: 'bulk/2', value: 2, ifNoneMatch: '*' },
      ],
    },
  });
  expect(answer.status, answer.text).toBe(200);
  const { outcomes, receipt } = answer.body as StateBulkResponse;
  expect(outcomes).toMatchObject([
    { state: { id: 'bulk/0', value: 0 } },
    { failure: { index: 1, id: 'bulk/1', code: 'PreconditionFailed', currentEtag: etag } },
    { state: { id: 'bulk/2' } },
  ]);
  expect((await call('POST', 'undo', { body: { receipt } })).body).toMatchObject({ removed: ['bulk/0', 'bulk/2'] });
});

test('a refused transaction names what failed and changes nothing', async () => {
  const etag = etagOf(await save('all/1', 1));
  const refused = await call('POST', 'transaction', {
    body: {
      upserts: [
        { id: 'all/0', value: 0 },
        { id: 'all/1', value: 2, ifMatch: '"0"' },
      ],
      deletes: [{ id: 'all/2', ifMatch: '"5"' }],
    },
  });
  expect(refused).toMatchObject({ status: 412, body: { code: 'PreconditionFailed' } });
  expect((refused.body as { failures: unknown[] }).failures).toEqual([
    expect.objectContaining({ operation: 'upsert', index: 1, id: 'all/1', currentEtag: etag }),
    expect.objectContaining({ operation: 'delete', index: 0, id: 'all/2', code: 'PreconditionFailed' }),
  ]);
  expect((await read('all/0')).status).toBe(404);
  expect((await read('all/1')).body).toMatchObject({ value: 1 });
});

test('a list rolls prefixes up and goes on by its nextLink', async () => {
  await call('POST', 'bulk-save', {
    body: { entries: ['t/a/1', 't/a/2', 't/b', 't/c/1'].map((id) => ({ id, value: id })) },
  });
  const first = await call('GET', 'entries?prefix=t%2F&delimiter=%2F&maxPageSize=2&includeValue=false');
  const page = first.body as { value: StateResponse[]; prefixes: unknown[]; nextLink: string };
  expect(page.prefixes).toEqual([{ prefix: 't/a/', entryCount: 2, isCountCapped: false }]);
  expect(page.value.map(({ id, value }) => [id, value])).toEqual([['t/b', undefined]]);
  const next = new URL(page.nextLink);
  const second = await service.call('GET', next.pathname + next.search, { token: service.allKey });
  expect(second.body).toMatchObject({ value: [], prefixes: [{ prefix: 't/c/' }] });
});

test('versions are listed, read and restored; the writer and the audit trail name the caller', async () => {
  await save('versions', 'one', { tags: { a: 'b' } });
  await save('versions', 'two');
  const listed = (await call('GET', 'versions/versions?includeValue=true')).body as { value: StateVersion[] };
  expect(listed.value).toMatchObject([
    { version: 2, value: 'two', isCurrent: true, tags: { a: 'b' } },
    { version: 1, value: 'one', isCurrent: false, lastModifiedBy: { kind: 'apiKey', name: 'test key' } },
  ]);
  expect((await call('GET', 'version/1/versions')).body).toMatchObject({ version: 1, value: 'one' });
  expect(await call('GET', 'version/9/versions')).toMatchObject({
    status: 404,
    body: { code: 'StateVersionNotFound' },
  });
  const restored = await call('POST', 'restore', { body: { id: 'versions', version: 1 } });
  expect(restored).toMatchObject({ status: 200, body: { version: 3, value: 'one' } });
  const trail = await service.call('GET', '/v1/audit?target=orders%2Fversions&maxPageSize=10', {
    token: service.allKey,
  });
  const { value } = pageOf(auditRecord).parse(trail.body);
  expect(value.map(({ operation, target }) => [operation, target?.kind])).toEqual([
    ['RestoreState', 'state'],
    ['SaveState', 'state'],
    ['SaveState', 'state'],
  ]);
  expect(trail.text).not.toContain('"one"');
});

test('a policy asks for a schema and a condition', async () => {
  const policy = { schema: { type: 'object', required: ['n'] }, isConditionRequired: true, defaultTtlInSeconds: 3_600 };
  const at = (method: string, path: string, body?: unknown) =>
    service.call(method, `/v1/stores/strict${path}`, { token: service.allKey, body });
  expect(await at('PUT', '/policy', policy)).toMatchObject({ status: 201, body: { name: 'strict', policy } });
  const wrong = await at('PUT', '/entries/x', { id: 'x', value: { secret: 'hidden-value' } });
  expect(wrong).toMatchObject({ status: 422, body: { code: 'StateSchemaViolation', errors: [{ pointer: '/value' }] } });
  expect(wrong.text).not.toContain('hidden-value');
  expect(await at('PUT', '/entries/x', { id: 'x', value: { n: 1 } })).toMatchObject({
    status: 201,
    body: { expiresOn: expect.any(String) },
  });
  expect(await at('PUT', '/entries/x', { id: 'x', value: { n: 2 } })).toMatchObject({
    status: 428,
    body: { code: 'ConditionRequired' },
  });
  expect((await at('GET', '')).body).toMatchObject({ name: 'strict', policy });
});

describe('an entry and its blob in one multipart request', () => {
  const content = randomBytes(200_000);
  const form = (input: object | string, options?: object, name = 'ö "1".bin') => {
    const parts = new FormData();
    parts.set('input', typeof input === 'string' ? input : JSON.stringify(input));
    if (options !== undefined) parts.set('options', JSON.stringify(options));
    parts.set('blob', new File([content], name, { type: 'application/x-test' }));
    return parts;
  };
  const send = async (id: string, body: FormData, headers: Record<string, string> = {}) => {
    const response = await fetch(`${service.url}/v1/stores/orders/entries/${encodeURIComponent(id)}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${service.allKey}`, ...headers },
      body,
    });
    return { status: response.status, body: (await response.json()) as StateResponse & { code?: string } };
  };
  const contentHash = createHash('sha256').update(content).digest('hex');

  test('are saved together', async () => {
    const options = { contentHash, metadata: { a: 'b' } };
    const saved = await send('both', form({ id: 'both', value: { n: 1 }, hasBlob: true }, options));
    expect(saved).toMatchObject({
      status: 201,
      body: {
        value: { n: 1 },
        version: 1,
        blob: { contentHash, contentLength: 200_000, contentType: 'application/x-test', metadata: { a: 'b' } },
      },
    });
    expect(saved.body.blob?.fileName).toBe('ö "1".bin');
    expect(await send('both', form({ id: 'both', value: 2, hasBlob: true }))).toMatchObject({
      status: 409,
      body: { code: 'BlobAlreadyExists' },
    });
    expect((await read('both')).body).toMatchObject({ value: { n: 1 }, version: 1 });
    const over = await send('both', form({ id: 'both', value: 2 }, { overwrite: true }), { 'idempotency-key': 'both' });
    expect(over).toMatchObject({ status: 200, body: { value: 2, version: 2 } });
    const again = await send('both', form({ id: 'both', value: 2 }, { overwrite: true }), {
      'idempotency-key': 'both',
    });
    expect(again).toEqual(over);
  });

  test('or not at all', async () => {
    const input = { id: 'neither', value: 1, hasBlob: true };
    expect(await send('neither', form(input, { contentHash: '0'.repeat(64) }))).toMatchObject({
      body: { code: 'ContentHashMismatch' },
    });
    expect(await send('neither', form({ ...input, ifMatch: '"0"' }))).toMatchObject({ status: 412 });
    expect(await send('neither', form('{'))).toMatchObject({ body: { code: 'InvalidJson' } });
    expect(await send('neither', form({ ...input, unknown: 1 }))).toMatchObject({ body: { code: 'InvalidRequest' } });
    expect(await send('neither', form(input, { unknown: 1 }))).toMatchObject({ body: { code: 'InvalidRequest' } });
    expect(await send('neither', form(input, { contentType: 'text/plain; a=€' }))).toMatchObject({ status: 400 });
    expect(await send('neither', form(input, undefined, 'x'.repeat(256)))).toMatchObject({
      status: 400,
      body: { code: 'InvalidRequest', errors: [{ pointer: '/fileName' }] },
    });
    const late = new FormData();
    late.set('blob', new File([content], 'x'));
    late.set('input', JSON.stringify(input));
    expect(await send('neither', late)).toMatchObject({ status: 400, body: { code: 'InvalidRequest' } });
    for (const name of ['options', 'input', 'other']) {
      const after = form(input);
      after.append(name, JSON.stringify({ overwrite: true }));
      expect(await send('neither', after), name).toMatchObject({ status: 400, body: { code: 'InvalidRequest' } });
    }
    const two = form(input);
    two.append('blob', new File([content], 'y'));
    expect(await send('neither', two)).toMatchObject({ status: 400, body: { code: 'InvalidRequest' } });
    const none = new FormData();
    none.set('input', JSON.stringify(input));
    expect(await send('neither', none)).toMatchObject({ status: 400, body: { code: 'InvalidRequest' } });
    expect((await read('neither')).status).toBe(404);
  });
});
