import { createServer, type Server } from 'node:http';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fullScope } from '#contract';
import { listen } from '../../contract/testing/listen.ts';
import { createExternalTokens, type ExternalTokens } from './external-token.ts';

/** An issuer's discovery document and keys over real HTTP. The tests sign tokens that a correct issuer would not. */
let server: Server;
let issuer = '';
let keys: Record<string, { privateKey: CryptoKey; publicKey: CryptoKey }> = {};
let discovered = 0;
let isDown = false;
let tokens: ExternalTokens;
const audience = 'urn:taskdeck';

beforeAll(async () => {
  keys = { es: await generateKeyPair('ES256'), other: await generateKeyPair('ES256') };
  server = createServer((incoming, outgoing) => {
    if (isDown) return void outgoing.writeHead(500).end();
    if (incoming.url === '/keys') {
      const published = Object.entries(keys).filter(([kid]) => kid !== 'other');
      return void Promise.all(
        published.map(async ([kid, { publicKey }]) => ({ ...(await exportJWK(publicKey)), kid, alg: 'ES256' })),
      ).then((jwks) => outgoing.end(JSON.stringify({ keys: jwks })));
    }
    discovered += 1;
    outgoing.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/keys` }));
  });
  const port = await listen(server);
  issuer = `http://127.0.0.1:${port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  const scopeMap = { operators: ['workers/read', 'tasks/read'] as const, none: [] };
  tokens = createExternalTokens({ issuer, audience, scopeClaim: 'groups', scopeMap }, Date);
});

const good = () => ({ iss: issuer, aud: audience, sub: 'robot', exp: Math.floor(Date.now() / 1_000) + 60 });
const sign = (claims: JWTPayload, kid = 'es') =>
  new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(keys[kid]?.privateKey ?? new Uint8Array());

describe('a token is refused', () => {
  test.for<[string, (claims: ReturnType<typeof good>) => JWTPayload]>([
    ['of another issuer', (claims) => ({ ...claims, iss: 'https://elsewhere.example' })],
    ['without issuer', ({ iss: _, ...claims }) => claims],
    ['for another audience', (claims) => ({ ...claims, aud: ['urn:other'] })],
    ['without audience', ({ aud: _, ...claims }) => claims],
    ['that has expired', (claims) => ({ ...claims, exp: claims.exp - 66 })],
    ['that never expires', ({ exp: _, ...claims }) => claims],
    ['that is nobody', ({ sub: _, ...claims }) => claims],
    ['that is not good yet', (claims) => ({ ...claims, nbf: claims.exp })],
  ])('%s', async ([, change]) => {
    await expect(sign(change(good())).then(tokens.verify)).rejects.toThrow();
  });

  test('that was signed by a key that the issuer does not publish', async () => {
    await expect(sign(good(), 'other').then(tokens.verify)).rejects.toThrow();
  });

  test('that was signed with a shared secret, such as the public key', async () => {
    const { x = '' } = await exportJWK((await generateKeyPair('ES256', { extractable: true })).publicKey);
    const token = new SignJWT(good()).setProtectedHeader({ alg: 'HS256', kid: 'es' }).sign(Buffer.from(x));
    await expect(token.then(tokens.verify)).rejects.toThrow(/alg/);
  });
});

test('clocks may differ by five seconds, an audience may be one of several', async () => {
  const late = { ...good(), aud: ['urn:other', audience], exp: Math.floor(Date.now() / 1_000) - 2 };
  const caller = await tokens.verify(await sign(late));
  expect(caller).toMatchObject({ kind: 'external', id: `${issuer}#robot`, expiresAt: late.exp * 1_000 });
});

test.for([
  [fullScope('tasks/read'), ['tasks/read']],
  [`${fullScope('tasks/read')}  ${fullScope('events/read')}`, ['tasks/read', 'events/read']],
  [
    ['operators', 'unknown', 7, null],
    ['workers/read', 'tasks/read'],
  ],
  ['none', []],
  [['constructor', '__proto__', 'tasks/read', 'toString'], []],
  [{ operators: true }, []],
  [undefined, []],
] as const)('the claim %j allows %j', async ([groups, allowed]) => {
  const { scopes } = await tokens.verify(await sign({ ...good(), groups, scope: fullScope('audit/read') }));
  expect([...scopes].sort()).toEqual([...allowed].sort());
});

test('a caller is called by e-mail, else user name, else client, else subject', async () => {
  const claims = { email: 'e@x', preferred_username: 'p', client_id: 'c' };
  const { email: _, ...second } = claims;
  const names = [claims, { ...second, email: '' }, { client_id: 'c', email: 7 }, {}];
  const called = await Promise.all(
    names.map(async (more) => (await tokens.verify(await sign({ ...good(), ...more }))).name),
  );
  expect(called).toEqual(['e@x', 'p', 'c', 'robot']);
});

test('a name is one line that can be stored, and a subject that cannot be stored is refused', async () => {
  const callerOf = async (more: JWTPayload) => tokens.verify(await sign({ ...good(), ...more }));
  expect((await callerOf({ email: 'a\u0000b\nc' })).name).toBe('a\ufffdb\ufffdc');
  expect((await callerOf({ email: ' \ud800 ' })).name).toBe('\ufffd');
  for (const sub of ['a\u0000', '\ud800', '']) await expect(callerOf({ sub })).rejects.toThrow();
});

test('discovery happens once, and is tried again after the issuer was away', async () => {
  const token = await sign(good());
  isDown = true;
  await expect(tokens.verify(token)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  isDown = false;
  discovered = 0;
  await Promise.all([tokens.verify(token), tokens.verify(token)]);
  await tokens.verify(token);
  expect(discovered).toBe(1);
});

test('a token has the bounds of the first of its values in the map, and without one reaches nothing', async () => {
  const boundsMap = { admins: {}, billing: { types: ['billing.*'] } };
  const mapped = createExternalTokens({ issuer, audience, scopeClaim: 'groups', scopeMap: {}, boundsMap }, Date);
  const boundsOf = async (...groups: string[]) => (await mapped.verify(await sign({ ...good(), groups }))).bounds;
  expect(await boundsOf('billing')).toEqual({ types: ['billing.*'] });
  expect(await boundsOf('billing', 'admins')).toBeUndefined();
  expect(await boundsOf('others')).toEqual({ types: [], queues: [], stores: [] });
  expect((await tokens.verify(await sign({ ...good(), groups: ['billing'] }))).bounds).toBeUndefined();
});
