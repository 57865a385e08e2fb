import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { fullScope } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../../service/testing/test-service.ts';
import { TaskClient } from '../index.ts';
import { refused, unauthenticated } from '../testing/faults.ts';
import { type FaultyProxy, pass, startFaultyProxy } from '../testing/faulty-proxy.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 }); // a machine may be busy

const hour = 3_600_000;
const readScopes = [fullScope('state/read'), fullScope('tasks/read')];
const service = started(startTestService, 'close');
let proxy: FaultyProxy;
let direct: TaskClient;
beforeAll(async () => {
  proxy = await startFaultyProxy(service.url);
  direct = new TaskClient(service.url, { key: service.allKey });
  const entries = Array.from({ length: 40 }, (_, n) => ({ id: `entry-${n}`, value: n }));
  await direct.getStateClient().saveBulkStateAsync('pages', { entries });
});
afterAll(() => proxy[Symbol.asyncDispose]());
afterEach(() => {
  vi.useRealTimers();
  proxy.otherwise(undefined);
});

/** Sets this process's clock off; its timers go on as they do. */
function clockOff(byMs: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + byMs, shouldAdvanceTime: false });
}

/** Gives keys of the service as tokens, another for each time it is asked. */
function keysAsTokens(expiresOn: () => number) {
  const made: string[] = [];
  const ids: string[] = [];
  return {
    made,
    /** The time of the first one is over, and the service says so. */
    end: () =>
      proxy.otherwise((passing) =>
        passing.headers.authorization === `Bearer ${made[0]}` ? unauthenticated(passing) : pass(passing),
      ),
    /** The first one is revoked, and the service has noticed. */
    async revoke() {
      await direct.deleteApiKeyAsync(ids[0] ?? '');
      const revoked = new TaskClient(service.url, { key: made[0] ?? '' });
      const code = () =>
        revoked.getIdentityAsync().then(
          () => '',
          ({ code }: { code: string }) => code,
        );
      await expect.poll(code, { timeout: 20_000 }).toBe('Unauthenticated');
    },
    async getToken() {
      const { id, key } = await direct.createApiKeyAsync({ name: `token ${made.length}`, scopes: readScopes });
      made.push(key);
      ids.push(id);
      return { token: key, expiresOnTimestamp: expiresOn() };
    },
  };
}

test('a token that ends in the middle of a list is renewed once, and the list goes on', async () => {
  const tokens = keysAsTokens(() => Date.now() + hour);
  const state = new TaskClient(proxy.url, tokens).getStateClient();
  const listed: string[] = [];
  for await (const page of state.listStateAsync('pages').byPage({ maxPageSize: 10 })) {
    listed.push(...page.map(({ id }) => id));
    if (listed.length === 20) await tokens.revoke();
  }
  expect(new Set(listed).size).toBe(40);
  expect(listed).toHaveLength(40);
  expect(tokens.made).toHaveLength(2);
});

test('a token that ends under many calls at once is renewed once', async () => {
  const tokens = keysAsTokens(() => Date.now() + hour);
  const client = new TaskClient(proxy.url, tokens);
  await client.getIdentityAsync();
  tokens.end();
  await Promise.all(Array.from({ length: 30 }, () => client.getIdentityAsync()));
  expect(tokens.made).toHaveLength(2);
});

test('a credential that is away is no trouble while the token lasts', async () => {
  const { key } = await direct.createApiKeyAsync({ name: 'short', scopes: readScopes });
  let asked = 0;
  const getToken = () =>
    ++asked === 1
      ? Promise.resolve({ token: key, expiresOnTimestamp: Date.now() + 60_000 })
      : Promise.reject(new Error('away'));
  const client = new TaskClient(proxy.url, { getToken });
  await client.getIdentityAsync();
  expect(await client.getIdentityAsync()).toMatchObject({ kind: 'apiKey' });
  expect(asked).toBe(2);
  clockOff(61_000);
  await expect(client.getIdentityAsync()).rejects.toThrow('away');
});

test.each([
  ['ahead', 9 * hour],
  ['behind', -9 * hour],
])('a clock that is hours %s asks for no more tokens than a right one', async (_, off) => {
  const trueTime = Date.now();
  clockOff(off);
  const tokens = keysAsTokens(() => trueTime + hour); // as the issuer's clock says
  const client = new TaskClient(proxy.url, tokens);
  for (let call = 0; call < 3; call++) await client.getIdentityAsync();
  expect(tokens.made).toHaveLength(1);
  tokens.end();
  await client.getIdentityAsync();
  await client.getIdentityAsync();
  expect(tokens.made).toHaveLength(2);
});

test.each([
  ['ahead', 9 * hour],
  ['behind', -9 * hour],
])('a clock that is hours %s waits as long as the service means', async (_, off) => {
  const answeredOn = Date.now();
  const date = (later: number) => new Date(answeredOn + later).toUTCString();
  const client = new TaskClient(proxy.url, { key: service.allKey }, { retry: { initialDelayInMs: 1 } });
  clockOff(off);
  proxy.fail(refused(503, { date: date(0), 'retry-after': date(1_000) }));
  const startedAt = performance.now();
  await client.getIdentityAsync();
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(950);
  proxy.fail(refused(503, { date: date(0), 'retry-after': date(hour) }));
  await expect(client.getIdentityAsync()).rejects.toMatchObject({ statusCode: 503 }); // longer than it waits
});

test('the holder of a lock counts by no clock that can be set', async () => {
  const locks = new TaskClient(proxy.url, { key: service.allKey }).getLocksClient();
  clockOff(9 * hour);
  await using held = await locks.holdLock('clocks', { ttlInMs: 3_000 });
  const renewals = () => proxy.received.filter(({ path }) => path.endsWith('/locks/clocks')).length - 1;
  await expect.poll(renewals, { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
  clockOff(-20 * hour);
  const before = renewals();
  await expect.poll(renewals, { timeout: 30_000 }).toBeGreaterThanOrEqual(before + 2);
  expect(held.signal.aborted).toBe(false);
});
