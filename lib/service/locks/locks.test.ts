import { expect, test } from 'vitest';
import { lock } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { hashToken } from '../access/session.ts';
import { startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');

const put = (name: string, body: object = {}, headers: Record<string, string> = {}) =>
  service.call('PUT', `/v1/locks/${encodeURIComponent(name)}`, { token: service.allKey, body, headers });
/** The lock of an answer that is one. */
const lockOf = ({ body }: { body: unknown }) => lock.parse(body);
const release = (name: string, query: string, token = service.allKey) =>
  service.call('DELETE', `/v1/locks/${encodeURIComponent(name)}?${query}`, { token });

test('a lock is acquired, told of, renewed, refused to others and released', async () => {
  const acquired = await put('nightly / job', { owner: 'the nightly job' });
  expect(acquired).toMatchObject({ status: 201, body: { name: 'nightly / job', owner: 'the nightly job' } });
  const { fencingToken } = lockOf(acquired);
  expect(await put('nightly / job')).toMatchObject({
    status: 409,
    body: { code: 'LockHeld', detail: expect.stringContaining('the nightly job') },
  });
  expect(await put('nightly / job', { fencingToken, ttlInMs: 60_000 })).toMatchObject({ body: { fencingToken } });
  expect(await put('nightly / job', { fencingToken: fencingToken + 1 })).toMatchObject({ body: { code: 'LockLost' } });
  const listed = await service.call('GET', '/v1/locks?search=NIGHTLY', { token: service.allKey });
  expect(listed.body).toMatchObject({ value: [{ name: 'nightly / job', waitingCount: 0 }] });
  expect(await release('nightly / job', `fencingToken=${fencingToken + 1}`)).toMatchObject({
    body: { code: 'LockLost' },
  });
  expect(await release('nightly / job', `fencingToken=${fencingToken}`)).toMatchObject({ status: 204 });
  expect(await release('nightly / job', `fencingToken=${fencingToken}`)).toMatchObject({ status: 204 });
  const gone = await service.call('GET', '/v1/locks/nightly%20%2F%20job', { token: service.allKey });
  expect(gone).toMatchObject({ status: 404, body: { code: 'LockNotFound' } });
});

test('a retried acquisition with one key has the lock once; one that waits gets it when it is released', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() };
  const first = await put('once', {}, key);
  const again = await put('once', {}, key);
  expect(lockOf(again).fencingToken).toBe(lockOf(first).fencingToken);
  const waiting = put('once', { waitInMs: 20_000, owner: 'next' });
  await expect
    .poll(async () => lockOf(await service.call('GET', '/v1/locks/once', { token: service.allKey })).waiting)
    .toMatchObject([{ owner: 'next' }]);
  await release('once', `fencingToken=${lockOf(first).fencingToken}`);
  expect((await waiting).body).toMatchObject({ owner: 'next' });
});

test('a caller who did not get the lock in its wait can ask again with the same key', async () => {
  const held = lockOf(await put('later'));
  const asking = () => put('later', { waitInMs: 1, owner: 'patient' }, { 'idempotency-key': 'patient' });
  expect(await asking()).toMatchObject({ status: 409, body: { code: 'LockHeld' } });
  await release('later', `fencingToken=${held.fencingToken}`);
  expect(await asking()).toMatchObject({ status: 201, body: { owner: 'patient' } });
});

test("a wait for a lock ends with its caller's key, and says so", async () => {
  await put('withdrawn');
  const token = await service.key('locks/create', 'locks/read');
  const waiting = service.call('PUT', '/v1/locks/withdrawn', { token, body: { waitInMs: 20_000, owner: 'next' } });
  const read = () => service.call('GET', '/v1/locks/withdrawn', { token: service.allKey });
  await expect.poll(async () => lockOf(await read()).waiting).toMatchObject([{ owner: 'next' }]);
  await service.database`delete from api_key where key_hash = ${hashToken(token)}`;
  expect(await waiting).toMatchObject({ status: 401, body: { code: 'Unauthenticated' } });
});

test("a retry whose answer was lost is told of the caller's own lock, never of one that somebody else has by now", async () => {
  const retried = { 'idempotency-key': crypto.randomUUID() };
  const first = lockOf(await put('lost', { owner: 'first' }, retried));
  await service.database`update idempotent_answer set sealed_answer = null, sealed_with = null, claimed_on = now() - interval '10 seconds'`;
  expect(lockOf(await put('lost', { owner: 'first' }, retried)).fencingToken).toBe(first.fencingToken);
  await release('lost', 'force=true');
  for (const owner of ['second', 'first']) {
    const later = lockOf(await put('lost', { owner }));
    expect(await put('lost', { owner: 'first' }, retried)).toMatchObject({ status: 409, body: { code: 'LockLost' } });
    expect(await release('lost', `fencingToken=${later.fencingToken}`)).toMatchObject({ status: 204 });
  }
});

test('releasing by force needs its scope, a release needs a token or force, and each is audited but renewals', async () => {
  const key = await service.key('locks/create', 'locks/read');
  const held = await put('forced');
  expect(await release('forced', 'force=true', key)).toMatchObject({
    status: 403,
    body: { code: 'InsufficientScope' },
  });
  expect(await release('forced', `fencingToken=${lockOf(held).fencingToken}`, key)).toMatchObject({ status: 403 });
  expect(await release('forced', '')).toMatchObject({ status: 400 });
  const own = await service.call('PUT', '/v1/locks/own-of-key', { token: key, body: {} });
  expect(await release('own-of-key', 'force=true', key)).toMatchObject({ status: 403 });
  expect(await release('own-of-key', `fencingToken=${lockOf(own).fencingToken}`, key)).toMatchObject({ status: 204 });
  await put('forced', { fencingToken: lockOf(held).fencingToken });
  expect(await release('forced', 'force=true')).toMatchObject({ status: 204 });
  const audit = await service.call('GET', '/v1/audit?target=forced', { token: service.allKey });
  expect(audit.body).toMatchObject({
    value: [
      { operation: 'ReleaseLock', outcome: 'succeeded' },
      { operation: 'ReleaseLock', outcome: 'refused' },
      { operation: 'ReleaseLock', outcome: 'refused' },
      { operation: 'ReleaseLock', outcome: 'refused' },
      { operation: 'AcquireLock', outcome: 'succeeded' },
    ],
  });
});

test('a fencing token that others see releases the lock only for its holder and with a scope, and the trail says for whom', async () => {
  const key = await service.key('locks/create', 'locks/read');
  const { fencingToken } = lockOf(await service.call('PUT', '/v1/locks/seen', { token: key, body: {} }));
  const reader = await service.key('locks/create', 'locks/read');
  const seen = lockOf(await service.call('GET', '/v1/locks/seen', { token: reader }));
  expect(seen.fencingToken).toBe(fencingToken);
  expect((await release('seen', `fencingToken=${fencingToken}`, reader)).status).toBe(403);
  expect((await release('seen', `fencingToken=${fencingToken}`)).status).toBe(204);
  const own = lockOf(await put('seen'));
  await release('seen', `fencingToken=${own.fencingToken}`);
  await put('seen');
  await release('seen', 'force=true');
  const { body } = await service.call('GET', '/v1/audit?target=seen&outcome=succeeded', { token: service.allKey });
  const details = (body as { value: { operation: string; detail: string }[] }).value
    .filter(({ operation }) => operation === 'ReleaseLock')
    .map(({ detail }) => detail);
  expect(details).toEqual([
    'by force',
    `fencing token ${own.fencingToken}`,
    `fencing token ${fencingToken}, of another holder`,
  ]);
});

test('a renewal moves the end of a lock that nobody else wants, and of no other', async () => {
  const held = lockOf(await put('renewed', { ttlInMs: 60_000 }));
  const renewed = lockOf(await put('renewed', { fencingToken: held.fencingToken, ttlInMs: 3_600_000 }));
  expect(renewed).toMatchObject({ fencingToken: held.fencingToken, acquiredOn: held.acquiredOn });
  const inMs = (end = '') => Date.parse(end) - Date.parse(held.acquiredOn);
  expect(inMs(held.expiresOn)).toBe(60_000);
  expect(inMs(renewed.expiresOn)).toBeGreaterThanOrEqual(3_600_000);
  const token = await service.key('locks/create');
  const { fencingToken } = held;
  const theirs = await service.call('PUT', '/v1/locks/renewed', { token, body: { fencingToken } });
  expect(theirs).toMatchObject({ status: 409, body: { code: 'LockLost' } });
  await release('renewed', `fencingToken=${fencingToken}`);
  expect(await put('renewed', { fencingToken })).toMatchObject({ status: 409, body: { code: 'LockLost' } });
  expect(lockOf(await put('renewed')).fencingToken).toBeGreaterThan(fencingToken);
});

test('an isolated caller has locks of its own', async () => {
  const isolated = { 'taskdeck-isolation': 'isolated' };
  const shared = lockOf(await put('own'));
  const mine = await put('own', {}, isolated);
  expect(mine).toMatchObject({ status: 201, body: { name: 'own' } });
  const theirs = await service.call('PUT', '/v1/locks/own', {
    token: await service.key('locks/create'),
    body: {},
    headers: isolated,
  });
  expect(theirs.status).toBe(201);
  const path = `/v1/locks/own?fencingToken=${lockOf(mine).fencingToken}`;
  await service.call('DELETE', path, { token: service.allKey, headers: isolated });
  expect((await put('own', {}, isolated)).status).toBe(201);
  expect((await service.call('GET', '/v1/locks/own', { token: service.allKey })).body).toMatchObject({
    fencingToken: shared.fencingToken,
  });
});
