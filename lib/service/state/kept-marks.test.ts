import { beforeAll, expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';

// Who may not see hidden values saves with pointers: what it asks for is done as for everybody else.

const service = started(startTestService, 'close');
let blind = '';
beforeAll(async () => {
  blind = await service.key('state/create', 'state/read', 'state/delete');
});

const call = (method: string, path: string, body?: object, token = blind) =>
  service.call(method, `/v1/stores/kept/${path}`, { token, ...(body && { body }) });
const value = { pin: '4711', open: 1 };
const sensitive = ['/pin'];

test('an entry is saved twice in one bulk save', async () => {
  const entries = [1, 2, 3].map((open) => ({ id: 'twice', value: { ...value, open }, sensitive }));
  const { body } = await call('POST', 'bulk-save', { entries });
  expect(body).toMatchObject({
    outcomes: [{ state: { version: 1 } }, { state: { version: 2 } }, { state: { version: 3 } }],
  });
});

test('saves and restores without a condition do not fail because of each other', async () => {
  await call('PUT', 'entries/restored', { value, sensitive });
  const acts = Array.from({ length: 12 }, (_, at) => [
    call('PUT', 'entries/raced', { value: { ...value, open: at }, sensitive }),
    call('POST', 'bulk-save', { entries: [{ id: 'raced', value, sensitive }] }),
    call('POST', 'transaction', { upserts: [{ id: 'raced', value, sensitive }] }),
    call('POST', 'restore', { id: 'restored', version: 1 }),
  ]);
  for (const { status, text } of await Promise.all(acts.flat())) {
    expect(status, text).toBeLessThan(300);
    expect(text).not.toContain('"failure"');
  }
  expect((await call('GET', 'entries/raced')).body).toMatchObject({ version: 36, value: { pin: { $redacted: true } } });
  expect((await call('GET', 'entries/restored')).body).toMatchObject({ version: 13, sensitive });
});

test('a condition that has failed is told as it was given', async () => {
  await call('PUT', 'entries/told', { value, sensitive });
  const ifMatch = '"1"';
  for (const [method, path, body] of [
    ['PUT', 'entries/told', { value, sensitive, ifMatch }],
    ['POST', 'transaction', { upserts: [{ id: 'told', value, sensitive, ifMatch }] }],
    ['POST', 'restore', { id: 'told', version: 1, ifMatch }],
  ] as const) {
    const answer = await call(method, path, body);
    expect(answer).toMatchObject({ status: 412, body: { detail: expect.stringMatching(/, not "1"$/) } });
    expect(answer.text).not.toContain('W/');
  }
});

test('a policy that asks for a condition is kept', async () => {
  const policy = { isConditionRequired: true };
  expect((await service.call('PUT', '/v1/stores/strict/policy', { token: service.allKey, body: policy })).status).toBe(
    201,
  );
  const strict = (method: string, path: string, body: object) =>
    service.call(method, `/v1/stores/strict/${path}`, { token: blind, body });
  const first = await strict('PUT', 'entries/a', { value, sensitive });
  expect(first.status).toBe(201);
  const required = { status: 428, body: { code: 'ConditionRequired' } };
  expect(await strict('PUT', 'entries/a', { value, sensitive })).toMatchObject(required);
  expect(await strict('POST', 'restore', { id: 'a', version: 1 })).toMatchObject(required);
  const { etag } = first.body as { etag: string };
  expect((await strict('PUT', 'entries/a', { value, sensitive, ifMatch: etag })).status).toBe(200);
});
