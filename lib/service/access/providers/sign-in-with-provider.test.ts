import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignInResponse } from '#contract';
import { type Issuer, startIssuer } from '../../testing/issuer.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let issuer: Issuer;
let service: TestService;
beforeAll(async () => {
  issuer = await startIssuer();
  service = await startTestService({ signIn: { hasPassword: true, providers: [issuer.config] } });
});
afterAll(async () => {
  await service.close();
  await issuer[Symbol.asyncDispose]();
});

const signIn = (idToken: string) =>
  service.call('POST', '/v1/sign-in/provider', { body: { provider: 'company', idToken } });
const used = { status: 401, body: { code: 'InvalidCredentials', detail: 'the ID token was used already' } };

/** The last character of a signature carries four bits that decoders ignore: sixteen texts mean the same bytes. */
function writtenOtherwise(token: string): string[] {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const first = alphabet.indexOf(token.at(-1) ?? '') & ~15;
  return Array.from({ length: 16 }, (_, more) => token.slice(0, -1) + alphabet[first + more]).filter(
    (text) => text !== token,
  );
}

test('an ID token opens one session, however its signature is written', async () => {
  const idToken = await issuer.sign({ sub: 'ada', email: 'ada@example.org' });
  expect((await signIn(idToken)).status).toBe(200);
  for (const text of [idToken, ...writtenOtherwise(idToken), `${idToken}=`, `${idToken}==`]) {
    const { status, body } = await signIn(text);
    expect({ text, status }).toEqual({ text, status: 401 });
    expect(body).not.toHaveProperty('accessToken');
  }
  expect(await signIn(idToken)).toMatchObject(used);
  await service.database`delete from sign_in_throttle`;
});

test.each([1e20, -1e20, -1, 253_402_300_800])(
  'a sign-in at the time %d, which is none, opens a session',
  async (time) => {
    const signedIn = await signIn(await issuer.sign({ sub: 'tim', email: 'tim@example.org', auth_time: time }));
    expect(signedIn.status, signedIn.text).toBe(200);
  },
);

test('an ID token that proved who one is opens no session', async () => {
  const now = Math.floor(Date.now() / 1_000);
  const claims = { sub: 'bob', email: 'bob@example.org', auth_time: now };
  const { accessToken: token } = (await signIn(await issuer.sign(claims))).body as SignInResponse;
  const idToken = await issuer.sign({ ...claims, auth_time: now - 1 });
  const proven = await service.call('POST', '/v1/identity/proof', { token, body: { idToken } });
  expect(proven.status, proven.text).toBe(200);
  const [other = ''] = writtenOtherwise(idToken);
  expect(await signIn(other)).toMatchObject(used);
});

test('a provider that is away is no wrong token', async () => {
  const away = await startIssuer();
  const idToken = await away.sign({ sub: 'ada', email: 'ada@example.org' });
  const other = await startTestService({ signIn: { hasPassword: true, providers: [away.config] } });
  await away[Symbol.asyncDispose]();
  const answer = await other.call('POST', '/v1/sign-in/provider', { body: { provider: 'company', idToken } });
  expect(answer).toMatchObject({ status: 503, body: { detail: 'the sign-in provider cannot be reached' } });
  expect(await other.database`select from sign_in_throttle where failures > 0`, 'nor a failure of anybody').toEqual([]);
  await other.close();
});
