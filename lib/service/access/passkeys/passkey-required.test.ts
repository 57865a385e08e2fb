import { expect, test } from 'vitest';
import type { PasskeyOptions, Scope, SignInResponse } from '#contract';
import { started } from '../../../contract/testing/started.ts';
import { createAuthenticator } from '../../testing/authenticator.ts';
import { insertOperator, startTestService } from '../../testing/test-service.ts';
import { resetPasskeys } from './reset-passkeys.ts';

const origin = 'http://localhost:3000';
const password = 'a password of mine';
const service = started(
  () => startTestService({ dashboardUrl: origin, passkeyScopes: new Set(['secrets/manage']) }),
  'close',
);

const call = (method: string, path: string, token?: string, body?: unknown) =>
  service.call(method, path, { token, body });
const signedIn = async (name: string, ...scopes: readonly Scope[]) => {
  const email = `${name}@example.org`;
  const id = await insertOperator(service.database, { email, name, password, scopes });
  return { id, email, ...((await call('POST', '/v1/sign-in', undefined, { email, password })).body as SignInResponse) };
};
const required = { status: 403, body: { code: 'PasskeyRequired' } };

test('who has a scope that needs a passkey adds one before anything else, and again when it is taken away', async () => {
  const ada = await signedIn('ada', 'tasks/read', 'secrets/manage');
  const token = ada.accessToken;
  expect(ada.mustAddPasskey).toBe(true);
  for (const path of ['/v1/tasks', '/v1/secrets', '/v1/limits', '/v1/sessions'])
    expect(await call('GET', path, token), path).toMatchObject(required);
  expect(await call('POST', '/v1/identity/recovery-codes', token)).toMatchObject(required);
  for (const path of ['/v1/identity', '/v1/identity/proof', '/v1/identity/passkeys'])
    expect((await call('GET', path, token)).status, path).toBe(200);
  const { options } = (await call('POST', '/v1/identity/passkeys/options', token)).body as PasskeyOptions;
  const credential = createAuthenticator(origin).create({ ...options, challenge: String(options.challenge) });
  expect((await call('POST', '/v1/identity/passkeys', token, { name: 'a laptop', credential })).status).toBe(201);
  expect((await call('GET', '/v1/secrets', token)).status, 'at once').toBe(200);
  const refreshed = await call('POST', '/v1/sign-in/refresh', undefined, { refreshToken: ada.refreshToken });
  expect(refreshed.body).not.toHaveProperty('mustAddPasskey');
  expect((await call('DELETE', `/v1/operators/${ada.id}/passkeys`, service.allKey)).status).toBe(204);
  await expect.poll(() => call('GET', '/v1/secrets', token)).toMatchObject(required);
});

test('who reaches the database removes the passkeys of an operator, which the audit trail tells', async () => {
  const { id } = await signedIn('lost', 'operators/manage');
  await service.database`
    insert into passkey (operator_id, credential_id, public_key, counter, transports, name)
    values (${id}, 'lost', '\\x00', 0, '{}', 'lost')`;
  expect(await resetPasskeys(service.database, 'Lost@example.org')).toBe(1);
  expect(await resetPasskeys(service.database, 'nobody@example.org')).toBeUndefined();
  const records = await service.database`
    select identity_name, detail from audit_record where operation = 'DeletePasskeysOf' and target_id = ${id}`;
  expect([...records]).toEqual([{ identity_name: 'npm run passkeys', detail: '1 removed' }]);
});

test('others, keys, and operators of a provider need none', async () => {
  const bob = await signedIn('bob', 'tasks/read');
  expect(bob).not.toHaveProperty('mustAddPasskey');
  expect((await call('GET', '/v1/tasks', bob.accessToken)).status).toBe(200);
  expect((await call('GET', '/v1/secrets', await service.key('secrets/manage'))).status).toBe(200);
  const eve = await signedIn('eve', 'secrets/manage');
  await service.database`
    insert into operator_identity (issuer, subject, operator_id, provider) values ('https://i', 'eve', ${eve.id}, 'i')`;
  expect((await call('GET', '/v1/secrets', eve.accessToken)).status).toBe(200);
});
