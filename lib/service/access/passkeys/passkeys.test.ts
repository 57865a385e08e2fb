import { beforeEach, expect, test, vi } from 'vitest';
import type { Passkey, PasskeyOptions, RecoveryCodes, SignInResponse } from '#contract';
import { started } from '../../../contract/testing/started.ts';
import { createAuthenticator } from '../../testing/authenticator.ts';
import { insertOperator, startTestService } from '../../testing/test-service.ts';
import { untilRecorded } from '../../testing/until-recorded.ts';

const origin = 'http://localhost:3000';
const password = 'a password of mine';
const service = started(() => startTestService({ dashboardUrl: origin }), 'close');
beforeEach(() => service.database`delete from sign_in_throttle`);

const post = (path: string, token?: string, body?: unknown) => service.call('POST', path, { token, body });
const optionsAt = async (path: string, token?: string) => {
  const { options } = (await post(path, token)).body as PasskeyOptions;
  return { ...options, challenge: String(options.challenge) };
};
const signIn = (email: string, more: object = {}) => post('/v1/sign-in', undefined, { email, password, ...more });
const refused = (code: string) => ({ status: 401, body: { code } });

let people = 0;
/** An operator who is signed in, with a passkey unless told otherwise. */
async function person({ hasPasskey = true } = {}) {
  people += 1;
  const email = `person${people}@example.org`;
  const id = await insertOperator(service.database, { email, name: 'P', password, scopes: ['tasks/read'] });
  const { accessToken: token } = (await signIn(email)).body as SignInResponse;
  const authenticator = createAuthenticator(origin);
  const add = async (name: string, made = authenticator, fault = {}) => {
    const options = await optionsAt('/v1/identity/passkeys/options', token);
    return post('/v1/identity/passkeys', token, { name, credential: made.create(options, fault) });
  };
  if (hasPasskey) expect((await add('a laptop')).status).toBe(201);
  return { id, email, token, authenticator, add };
}
const withPasskey = async (authenticator: ReturnType<typeof createAuthenticator>, fault = {}) => {
  const options = await optionsAt('/v1/sign-in/passkey/options');
  return post('/v1/sign-in/passkey', undefined, { credential: authenticator.get(options, fault) });
};
const passkeysOf = async (token: string) =>
  ((await service.call('GET', '/v1/identity/passkeys', { token })).body as { value: Passkey[] }).value;

const proveWith = (token: string, more: object = {}) => post('/v1/identity/proof', token, { password, ...more });

test('a passkey signs in without a name and a password, and is seen, renamed and removed', async () => {
  const { email, token, authenticator, add } = await person();
  expect((await add('a key', createAuthenticator(origin))).status).toBe(201);
  const signedIn = await withPasskey(authenticator);
  expect(signedIn).toMatchObject({ status: 200, body: { operator: { email } } });
  const [used] = (await passkeysOf(token)).filter(({ lastUsedOn }) => lastUsedOn !== undefined);
  expect(used).toMatchObject({ name: 'a laptop' });
  const path = `/v1/identity/passkeys/${used?.id}`;
  expect((await service.call('PATCH', path, { token, body: { name: 'an old laptop' } })).status).toBe(200);
  expect((await service.call('DELETE', path, { token })).status).toBe(204);
  expect((await passkeysOf(token)).map(({ name }) => name)).toEqual(['a key']);
  expect(await withPasskey(authenticator), 'a removed one').toMatchObject(refused('InvalidCredentials'));
  await untilRecorded(service.database);
  const records = await service.database<{ record: string }[]>`
    select operation || ' ' || detail as record from audit_record where identity_name = ${email} and detail is not null and operation like '%Passkey'
    order by id`;
  expect(records.map(({ record }) => record)).toEqual([
    'AddPasskey a laptop',
    'AddPasskey a key',
    'UpdatePasskey an old laptop',
    'DeletePasskey an old laptop',
  ]);
});

test('nobody renames or removes the passkey of another', async () => {
  const [mine, theirs] = [await person(), await person()];
  const [passkey] = await passkeysOf(theirs.token);
  const path = `/v1/identity/passkeys/${passkey?.id}`;
  expect((await service.call('PATCH', path, { token: mine.token, body: { name: 'x' } })).status).toBe(404);
  expect((await service.call('DELETE', path, { token: mine.token })).status).toBe(204);
  expect(await passkeysOf(theirs.token)).toEqual([passkey]);
});

/** A certificate that names http://revoked.invalid/list as the place that tells whether it was revoked. */
const certificate = Uint8Array.from(
  Buffer.from(
    'MIIBOTCB36ADAgECAgEBMAoGCCqGSM49BAMCMAwxCjAIBgNVBAMTAWEwIBcNMjYwMTAxMDAwMDAwWhgPMjEyNjAxMDEwMDAwMDBaMAwxCjAIBgNV' +
      'BAMTAWEwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASlUzSLojaXqnCEmLwTsLiFgE4cENeImTjCcIyftBI3c9DhYQ1qIcY4aIgZ/KFeclbzzkeL' +
      'xNiTov0S0/y+v1qOozAwLjAsBgNVHR8EJTAjMCGgH6AdhhtodHRwOi8vcmV2b2tlZC5pbnZhbGlkL2xpc3QwCgYIKoZIzj0EAwIDSQAwRgIhAMei' +
      '3yN5v0fC7OkyW7c/3OHtKImnqvG7x/mIgd5Fv6wdAiEAqZwV5PLQU0jfWE1vn5FPgEC3+aKZcfsumqyCiKZcEXc=',
    'base64',
  ),
);

test.each(['apple', 'packed', 'fido-u2f', 'tpm', 'android-key', 'android-safetynet', 'other'])(
  'asks no address that a new passkey names, and takes it whatever it says in the format %s about its maker',
  async (format) => {
    const { token, add } = await person({ hasPasskey: false });
    const fetched = vi.spyOn(globalThis, 'fetch');
    const added = await add('a key', createAuthenticator(origin), { attestation: { format, certificate } });
    const addresses = fetched.mock.calls.map(([address]) => String(address));
    fetched.mockRestore();
    expect(addresses.filter((address) => !address.startsWith(service.url))).toEqual([]);
    expect(added.status).toBe(201);
    expect(await passkeysOf(token)).toHaveLength(1);
  },
);

test('refuses what is no attestation', async () => {
  const { token, authenticator } = await person({ hasPasskey: false });
  const credential = authenticator.create(await optionsAt('/v1/identity/passkeys/options', token));
  for (const bytes of [[0xa0], [0x81], [0x63, 1], Array.from({ length: 9_000 }, () => 0x81)]) {
    const attestationObject = Buffer.from(bytes).toString('base64url');
    const response = { ...credential.response, attestationObject };
    const body = { name: 'a key', credential: { ...credential, response } };
    expect(await post('/v1/identity/passkeys', token, body)).toMatchObject(refused('InvalidCredentials'));
  }
});

test('refuses a new passkey of another origin, or made without fingerprint, face or PIN', async () => {
  const { token, add } = await person({ hasPasskey: false });
  for (const fault of [{ origin: 'http://localhost:4000' }, { isVerified: false }])
    expect([fault, await add('a key', createAuthenticator(origin), fault)]).toMatchObject([
      fault,
      refused('InvalidCredentials'),
    ]);
  expect(await passkeysOf(token)).toEqual([]);
});

test('refuses another origin, a use without fingerprint, face or PIN, a copy, a foreign signature, and a challenge used twice', async () => {
  const { authenticator } = await person();
  expect((await withPasskey(authenticator, { counter: 7 })).status).toBe(200);
  const faults = [
    { origin: 'http://localhost:4000', counter: 8 },
    { isVerified: false, counter: 8 },
    { isForged: true, counter: 8 },
    { counter: 7 },
  ];
  for (const fault of faults)
    expect([fault, await withPasskey(authenticator, fault)]).toMatchObject([fault, refused('InvalidCredentials')]);
  const options = await optionsAt('/v1/sign-in/passkey/options');
  const send = (counter: number) =>
    post('/v1/sign-in/passkey', undefined, { credential: authenticator.get(options, { counter }) });
  expect((await send(20)).status).toBe(200);
  expect(await send(21), 'used twice').toMatchObject(refused('InvalidCredentials'));
  const forged = { challenge: Buffer.alloc(54, 1).toString('base64url') };
  const credential = authenticator.get(forged, { counter: 30 });
  expect(await post('/v1/sign-in/passkey', undefined, { credential })).toMatchObject(refused('InvalidCredentials'));
});

test('a challenge works in its own session and for its own purpose', async () => {
  const [mine, theirs] = [await person(), await person()];
  const prove = async (options: { challenge: string }, by = mine.authenticator) =>
    (await post('/v1/identity/proof', mine.token, { passkey: by.get(options) })).status;
  expect(await prove(await optionsAt('/v1/identity/proof/options', theirs.token)), "another's session").toBe(401);
  expect(await prove(await optionsAt('/v1/sign-in/passkey/options')), 'of a sign-in').toBe(401);
  const own = await optionsAt('/v1/identity/proof/options', mine.token);
  expect(await prove(own, theirs.authenticator), "another's passkey").toBe(401);
  expect(await prove(await optionsAt('/v1/identity/proof/options', mine.token))).toBe(200);
});

test('a passkey proves who one is', async () => {
  const { id, token, authenticator } = await person();
  await service.database`update session set proven_on = null where operator_id = ${id}`;
  const codes = () => post('/v1/identity/recovery-codes', token);
  expect(await codes()).toMatchObject(refused('FreshProofRequired'));
  const passkey = authenticator.get(await optionsAt('/v1/identity/proof/options', token));
  expect(await post('/v1/identity/proof', token, { passkey })).toMatchObject({
    body: { isNeeded: false, methods: ['passkey', 'password'] },
  });
  expect((await codes()).status).toBe(201);
});

test('with a passkey the password alone does not sign in, and a recovery code does so once', async () => {
  const { id, email, token } = await person();
  expect(await signIn(email)).toMatchObject(refused('SecondFactorRequired'));
  expect(
    await post('/v1/sign-in', undefined, { email, password: 'not mine at all' }),
    'says nothing more',
  ).toMatchObject(refused('InvalidCredentials'));
  const { codes } = (await post('/v1/identity/recovery-codes', token)).body as RecoveryCodes;
  expect(new Set(codes).size).toBe(10);
  const [code = '', other = ''] = codes;
  expect(await signIn(email, { recoveryCode: 'abcd-efgh-jkmn-pqrs' })).toMatchObject(refused('InvalidCredentials'));
  expect((await signIn(email, { recoveryCode: code.toUpperCase().replaceAll('-', ' ') })).status).toBe(200);
  expect(await signIn(email, { recoveryCode: code }), 'used twice').toMatchObject(refused('InvalidCredentials'));
  const [kept] = await service.database`select encode(code_hash, 'escape') as text from recovery_code limit 1`;
  expect(codes.some((one) => String(kept?.text).includes(one))).toBe(false);

  await post('/v1/identity/recovery-codes', token);
  expect(await signIn(email, { recoveryCode: other }), 'replaced').toMatchObject(refused('InvalidCredentials'));
  await service.database`delete from sign_in_throttle`;
  const reset = await service.call('DELETE', `/v1/operators/${id}/passkeys`, { token: service.allKey });
  expect(reset.status).toBe(204);
  expect((await signIn(email)).status, 'after the reset').toBe(200);
});

test('a recovery code is not used up by a sign-in or a proof that fails inside the service, and by two at once only once', async () => {
  const { email, token } = await person();
  const { codes } = (await post('/v1/identity/recovery-codes', token)).body as RecoveryCodes;
  const [code, other, last] = codes;
  await service.owner.unsafe(`
    create function fail() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;
    create trigger failing before insert or update of proven_on on session for each row execute function fail()`);
  expect((await signIn(email, { recoveryCode: code })).status).toBe(500);
  expect((await proveWith(token, { recoveryCode: other })).status).toBe(500);
  await service.owner.unsafe('drop trigger failing on session; drop function fail()');
  expect((await signIn(email, { recoveryCode: code })).status).toBe(200);
  expect((await proveWith(token, { recoveryCode: other })).status).toBe(200);
  const both = await Promise.all([1, 2].map(() => signIn(email, { recoveryCode: last })));
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
});

test('of an operator with a passkey the password proves nothing without a recovery code', async () => {
  const { token } = await person();
  const prove = (more: object = {}) => proveWith(token, more);
  const { codes } = (await post('/v1/identity/recovery-codes', token)).body as RecoveryCodes;
  const [recoveryCode] = codes;
  expect(await prove()).toMatchObject(refused('SecondFactorRequired'));
  expect(await prove({ recoveryCode: 'abcd-efgh-jkmn-pqrs' })).toMatchObject(refused('InvalidCredentials'));
  expect(await prove({ recoveryCode, password: 'not mine' })).toMatchObject(refused('InvalidCredentials'));
  expect((await prove({ recoveryCode })).status).toBe(200);
  expect(await prove({ recoveryCode }), 'used twice').toMatchObject(refused('InvalidCredentials'));
});

test('no invitation signs in an operator who has a passkey, whichever was first', async () => {
  const { id, add } = await person({ hasPasskey: false });
  const invite = () => post(`/v1/operators/${id}/invitation`, service.allKey, {});
  const accept = (link: unknown) => post('/v1/sign-in/invitation', undefined, { token: link, password });
  const { token: link } = (await invite()).body as { token: string };
  const [kept] = await service.database`select * from invitation where operator_id = ${id}`;
  expect((await add('a laptop')).status).toBe(201);
  expect(await accept(link)).toMatchObject(refused('InvalidCredentials'));
  await service.database`insert into invitation ${service.database({ ...kept })}`;
  expect(await accept(link), 'from before the passkey ended it').toMatchObject(refused('InvalidCredentials'));
  expect(await invite()).toMatchObject({ status: 409, body: { code: 'InvalidTransition' } });
  await service.call('DELETE', `/v1/operators/${id}/passkeys`, { token: service.allKey });
  expect(await invite()).toMatchObject({ status: 201 });
});

test('wrong recovery codes are slowed down like wrong passwords, also between right ones of the password', async () => {
  const recoveryCode = 'abcd-efgh-jkmn-pqrs';
  const [ada, bob] = [await person(), await person()];
  for (const send of [(more: object) => signIn(ada.email, more), (more: object) => proveWith(bob.token, more)]) {
    const answers: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      answers.push((await send({ recoveryCode })).status);
      if (attempt < 4) expect(await send({})).toMatchObject(refused('SecondFactorRequired'));
    }
    expect(answers.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
    expect(answers.at(-1)).toBe(429);
  }
});

test('the password of an operator with a passkey is no failure, however often it is given without the passkey', async () => {
  const { email, token } = await person();
  for (let attempt = 0; attempt < 8; attempt += 1) {
    expect(await signIn(email)).toMatchObject(refused('SecondFactorRequired'));
    expect(await proveWith(token)).toMatchObject(refused('SecondFactorRequired'));
  }
});
