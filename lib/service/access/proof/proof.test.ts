import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Operation, operations, type SignInResponse, scopes } from '#contract';
import { type Issuer, startIssuer } from '../../testing/issuer.ts';
import { adminEmail, adminPassword, startTestService, type TestService } from '../../testing/test-service.ts';
import { untilRecorded } from '../../testing/until-recorded.ts';

/** Operators, keys, secrets, passkeys and reveals. */
const asking = [
  'CreateOperator',
  'UpdateOperator',
  'InviteOperator',
  'RevokeInvitation',
  'DeleteOperator',
  'CreateApiKey',
  'RotateApiKey',
  'DeleteApiKey',
  'SetSecret',
  'DeleteSecret',
  'BeginPasskey',
  'AddPasskey',
  'DeletePasskey',
  'CreateRecoveryCodes',
  'DeletePasskeysOf',
  'CreateReveal',
  'CreateApproval',
  'AnswerApproval',
];

let issuer: Issuer;
let service: TestService;
let token = '';
beforeAll(async () => {
  issuer = await startIssuer();
  service = await startTestService({
    oidc: { issuer: issuer.config.issuer, audience: 'taskdeck', scopeClaim: 'groups', scopeMap: { all: scopes } },
    signIn: { hasPassword: true, providers: [issuer.config] },
  });
  const signedIn = await service.call('POST', '/v1/sign-in', { body: { email: adminEmail, password: adminPassword } });
  token = (signedIn.body as SignInResponse).accessToken;
});
afterAll(async () => {
  await service.close();
  await issuer[Symbol.asyncDispose]();
});

const call = (method: string, path: string, body?: unknown) => service.call(method, path, { token, body });
const age = (interval: string | null) =>
  service.database`update session set proven_on = now() - ${interval}::interval where revoked_on is null`;
const secret = { value: 'a value' };
const required = { status: 401, body: { code: 'FreshProofRequired' } };

test('the operations on access, and reveals, ask a person for a fresh proof, and no other does', async () => {
  await age(null);
  // Not called: streams and waits, and what would end the session of this test.
  const left = ['Watch', 'WaitForTask', 'EndSession', 'EndSessions'];
  const called = Object.entries<Operation>(operations).filter(
    ([name, { scopes: needed }]) => needed !== 'anonymous' && !left.includes(name),
  );
  const answers = await Promise.all(
    called.map(async ([name, { method, path }]) => {
      const { status, text } = await call(method, path.replaceAll(/\{\w+\}/g, crypto.randomUUID()));
      return status === 401 && text.includes('FreshProofRequired') ? [name] : [];
    }),
  );
  const refused = answers.flat();
  expect(refused.sort()).toEqual(asking.toSorted());
});

test('a proof does not stay fresh for longer when the clock was set back', async () => {
  await age('-1 hour');
  expect(await call('PUT', '/v1/secrets/A', secret)).toMatchObject(required);
});

test('says how old a proof may be (RFC 9470), and goes on after a proof with the password', async () => {
  await age('301 seconds');
  const refused = await call('PUT', '/v1/secrets/A', secret);
  expect(refused).toMatchObject(required);
  expect(refused.headers.get('www-authenticate')).toBe(
    'Bearer realm="taskdeck", error="insufficient_user_authentication", max_age="300"',
  );
  expect(await call('GET', '/v1/identity/proof')).toMatchObject({ body: { isNeeded: true, methods: ['password'] } });
  expect(await call('POST', '/v1/identity/proof', { password: 'not this one' })).toMatchObject({
    status: 401,
    body: { code: 'InvalidCredentials' },
  });
  expect(await call('PUT', '/v1/secrets/A', secret)).toMatchObject(required);
  expect(await call('POST', '/v1/identity/proof', { password: adminPassword })).toMatchObject({
    status: 200,
    body: { isNeeded: false, maximumAgeInSeconds: 300 },
  });
  expect((await call('PUT', '/v1/secrets/A', secret)).status).toBe(201);
  await age('290 seconds');
  expect((await call('DELETE', '/v1/secrets/A')).status).toBe(204);
  await untilRecorded(service.database);
  const records = await service.database<{ detail: string }[]>`
    select status || ' ' || detail as detail from audit_record where operation = 'ProveIdentity' and status <> 415 order by id`;
  expect(records.map(({ detail }) => detail)).toEqual([expect.stringContaining('401'), '200 password']);
});

test('asks before a bulk delete, and not before the delete of one thing or another bulk action', async () => {
  await age('1 hour');
  const operation = (kind: object) => ({ action: kind, selection: { ids: ['none'] } });
  expect(await call('POST', '/v1/bulk-operations', operation({ kind: 'delete' }))).toMatchObject(required);
  expect((await call('POST', '/v1/bulk-operations', operation({ kind: 'cancel' }))).status).toBe(201);
  expect((await call('PUT', '/v1/stores/s/entries/a', { value: 1 })).status).toBe(201);
  const two = { deletes: [{ id: 'a' }, { id: 'b' }] };
  for (const path of ['bulk-delete', 'transaction']) {
    expect(await call('POST', `/v1/stores/s/${path}`, two)).toMatchObject(required);
    expect((await call('POST', `/v1/stores/s/${path}`, { deletes: [{ id: 'a' }] })).status).toBe(200);
  }
});

test('asks before an undo that deletes more than one entry, because a receipt is text that anybody can write', async () => {
  const created = async (...ids: string[]) => {
    const { body } = await call('POST', '/v1/stores/s/transaction', { upserts: ids.map((id) => ({ id, value: 1 })) });
    return (body as { receipt: string }).receipt;
  };
  const undo = (receipt: string) => call('POST', '/v1/stores/s/undo', { receipt });
  const [both, one] = [await created('one', 'other'), await created('single')];
  expect(await undo(both)).toMatchObject(required);
  expect(await undo(one)).toMatchObject({ status: 200, body: { removed: ['single'] } });
  await age('1 second');
  expect(await undo(both)).toMatchObject({ status: 200, body: { removed: ['one', 'other'] } });
});

test('wrong passwords are slowed down like sign-ins', async () => {
  await age('1 hour');
  const answers: number[] = [];
  for (let attempt = 0; attempt < 6; attempt += 1)
    answers.push((await call('POST', '/v1/identity/proof', { password: 'not this one' })).status);
  expect(answers.at(0)).toBe(401);
  expect(answers.at(-1)).toBe(429);
});

test('asks the person of an external token by its auth_time, and no program', async () => {
  const now = Math.floor(Date.now() / 1_000);
  const setWith = async (claims: object) =>
    service.call('PUT', '/v1/secrets/B', {
      token: await issuer.sign({ sub: 'x', groups: ['all'], ...claims }),
      body: secret,
    });
  expect(await setWith({ auth_time: now - 400 })).toMatchObject(required);
  expect((await setWith({ auth_time: now - 100 })).status).toBe(201);
  expect((await setWith({})).status).toBe(200);
  const { body } = await service.call('GET', '/v1/identity/proof', { token: service.allKey });
  expect(body).toMatchObject({ isNeeded: false, methods: [] });
  expect((await service.call('DELETE', '/v1/secrets/B', { token: service.allKey })).status).toBe(204);
});

test("a provider's person proves it by a new sign-in there, whose time the provider says", async () => {
  const ago = (seconds: number) => Math.floor(Date.now() / 1_000) - seconds;
  const signIn = async (claims: Record<string, unknown>) => {
    const body = { provider: 'company', idToken: await issuer.sign(claims) };
    return ((await service.call('POST', '/v1/sign-in/provider', { body })).body as SignInResponse).accessToken;
  };
  const bearer = await signIn({ auth_time: ago(400) });
  const proof = async () => (await service.call('GET', '/v1/identity/proof', { token: bearer })).body;
  const prove = async (idToken: string) =>
    service.call('POST', '/v1/identity/proof', { token: bearer, body: { idToken } });
  expect(await proof()).toMatchObject({ isNeeded: true, methods: ['provider'], provider: 'company' });
  const wrong: Record<string, unknown>[] = [{ auth_time: ago(400) }, {}, { auth_time: ago(1), sub: 'bob' }];
  for (const claims of wrong)
    expect(await prove(await issuer.sign(claims))).toMatchObject({ status: 401, body: { code: 'InvalidCredentials' } });
  expect(await proof()).toMatchObject({ isNeeded: true });
  const fresh = await issuer.sign({ auth_time: ago(1) });
  expect(await prove(fresh)).toMatchObject({ status: 200, body: { isNeeded: false } });
  expect(await prove(fresh), 'used twice').toMatchObject({ status: 401 });

  const token = await signIn({});
  expect((await service.call('GET', '/v1/identity/proof', { token })).body).toMatchObject({ isNeeded: true });
});
