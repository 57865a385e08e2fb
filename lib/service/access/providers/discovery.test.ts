import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Issuer, startIssuer } from '../../testing/issuer.ts';
import { createDiscovery } from './discovery.ts';

const path = '/.well-known/openid-configuration';
let issuer: Issuer;
beforeAll(async () => {
  issuer = await startIssuer();
});
afterAll(() => issuer[Symbol.asyncDispose]());
afterEach(() => {
  vi.restoreAllMocks();
  issuer.answers.clear();
  issuer.asked.splice(0);
});

const publish = (body: unknown, status = 200) => issuer.answers.set(path, () => ({ status, body }));
const named = () => ({ issuer: issuer.config.issuer, jwks_uri: `${issuer.config.issuer}/keys` });
const discover = () => createDiscovery(issuer.config.issuer)();

test('an issuer is read once in ten minutes', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const read = createDiscovery(issuer.config.issuer);
  const [first, second] = await Promise.all([read(), read()]);
  expect(second).toBe(first);
  now = 599_999;
  expect(await read()).toBe(first);
  expect(issuer.asked).toEqual([path]);
  now = 600_000;
  expect(await read()).not.toBe(first);
  expect(issuer.asked).toEqual([path, path]);
});

test('an issuer that did not answer is read again at once', async () => {
  const read = createDiscovery(issuer.config.issuer);
  publish(named(), 503);
  await expect(read()).rejects.toThrow('answered 503');
  publish(named());
  await read();
});

test('an address may end in slashes, which its document repeats', async () => {
  const address = `${issuer.config.issuer}//`;
  publish({ ...named(), issuer: address });
  await createDiscovery(address)();
  expect(issuer.asked).toEqual([path]);
  await expect(discover()).rejects.toThrow('another issuer');
});

test.each([[null], ['text'], [[]], [{}]])('%j is no document', async (body) => {
  publish(JSON.stringify(body));
  await expect(discover()).rejects.toThrow('another issuer');
});

test('endpoints are those that are addresses; the keys need one', async () => {
  publish({ ...named(), token_endpoint: 'nowhere', userinfo_endpoint: 7 });
  expect(Object.keys(await discover())).toEqual(['keys']);
  publish({ ...named(), token_endpoint: 'https://a.example/token', userinfo_endpoint: 'https://a.example/me' });
  expect(await discover()).toMatchObject({
    tokenEndpoint: 'https://a.example/token',
    userinfoEndpoint: 'https://a.example/me',
  });
  for (const jwks_uri of [undefined, 'nowhere', 7]) {
    publish({ ...named(), jwks_uri });
    await expect(discover()).rejects.toThrow('names no jwks_uri');
  }
});
