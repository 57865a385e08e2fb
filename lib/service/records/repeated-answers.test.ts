import { expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');
const all = (method: string, path: string, body?: unknown) =>
  service.call(method, path, { token: service.allKey, ...(body !== undefined && { body }) });
const input = { pin: 'P-4711' };

/** Sends the same request with one key before and after something was marked, and answers both. */
async function aroundMark(path: string, body: unknown, mark: () => Promise<unknown>) {
  const token = await service.key(
    'tasks/update',
    'tasks/create',
    'tasks/read',
    'state/create',
    'state/read',
    'state/delete',
  );
  const headers = { 'idempotency-key': path };
  const send = () => service.call('POST', path, { token, headers, ...(body !== undefined && { body }) });
  const first = await send();
  expect(first.text).toContain(input.pin);
  expect((await send()).text, 'nothing is marked').toBe(first.text);
  await mark();
  return { first, again: await send() };
}

test.each([
  ['pause', [], undefined],
  ['resume', ['pause'], undefined],
  ['cancel', [], undefined],
  ['rerun', ['cancel'], { input: { ...input, amount: 1 } }],
])('the answer to %s shows nothing that was marked since when it is told again', async (action, before, body) => {
  const path = `/v1/tasks/${action}`;
  await all('POST', '/v1/tasks', { type: 'test.echo', id: action, input });
  for (const one of before) expect((await all('POST', `${path}/${one}`)).status).toBe(200);
  const { first, again } = await aroundMark(`${path}/${action}`, body, () =>
    all('PATCH', path, { sensitive: ['/input/pin'] }),
  );
  const { status, runCount } = first.body as { status: string; runCount: number };
  expect(again).toMatchObject({ status: 200, body: { status, runCount, input: { pin: { $redacted: true } } } });
});

test('nor does that to a restore, where the policy of the store marks it since', async () => {
  for (const value of [input, { pin: 'another' }]) await all('PUT', '/v1/stores/orders/entries/a', { value });
  const { again } = await aroundMark('/v1/stores/orders/restore', { id: 'a', version: 1 }, () =>
    all('PUT', '/v1/stores/orders/policy', { sensitive: ['/pin'] }),
  );
  expect(again).toMatchObject({ status: 200, body: { version: 3, value: { pin: { $redacted: true } } } });
});

test.each(['undo', 'bulk-save', 'transaction'])('nor to an answer to %s, which has several entries', async (action) => {
  const store = `/v1/stores/several-${action}`;
  const exact = { ...input, amount: 12345678901234567890n };
  for (const value of [exact, { pin: 'another' }, exact])
    await all('POST', `${store}/bulk-save`, { entries: ['a', 'b', 'gone'].map((id) => ({ id, value })) });
  const undone = await all('POST', `${store}/bulk-save`, {
    entries: ['a', 'b', 'gone'].map((id) => ({ id, value: { pin: 'the last' } })),
  });
  const { receipt } = undone.body as { receipt: string };
  const entries = ['a', 'b', 'gone'].map((id) => ({ id, value: exact }));
  const bodies: Record<string, object> = {
    undo: { receipt },
    'bulk-save': { entries },
    transaction: { upserts: entries, deletes: [] },
  };
  const { again } = await aroundMark(`${store}/${action}`, bodies[action], async () => {
    await all('PUT', `${store}/entries/a`, { value: { pin: 'new' }, sensitive: ['/pin'] });
    await all('PUT', `${store}/entries/gone`, { value: { pin: 'new' }, sensitive: ['/pin'] });
    await all('DELETE', `${store}/entries/gone`);
  });
  expect(again.status).toBe(200);
  expect(again.text.split(input.pin)).toHaveLength(2);
  expect(again.text).toContain('"value":{"pin":"P-4711","amount":12345678901234567890}');
  const ids = [...again.text.matchAll(/"id":"(a|b|gone)"/g)].map(([, id]) => id);
  expect(ids).toEqual(['a', 'b', 'gone']);
});
