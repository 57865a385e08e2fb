import { expect, test } from 'vitest';
import { type Approval, scopes } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { insertOperator, startTestService } from '../testing/test-service.ts';

const service = started(
  () =>
    startTestService({
      dashboardUrl: 'http://localhost:3000',
      needsApproval: new Set(['secrets']),
      passkeyScopes: new Set(['secrets/manage']),
    }),
  'close',
);
const password = 'a password of one person';

/** An operator who is signed in and has a passkey. */
async function person(email: string): Promise<{ id: string; token: string }> {
  const id = await insertOperator(service.database, { email, name: email, password, scopes });
  const { body } = await service.call('POST', '/v1/sign-in', { body: { email, password } });
  await service.database`
    insert into passkey (operator_id, credential_id, public_key, counter, transports, name)
    values (${id}, ${email}, '\\x00', 0, '{}', 'a laptop')`;
  return { id, token: (body as { accessToken: string }).accessToken };
}

test('a grant performs nothing for who has lost the passkey that their scopes need', async () => {
  const [ada, bea] = [await person('ada@example.com'), await person('bea@example.com')];
  const ask = async (name: string) => {
    const act = { operation: 'SetSecret', params: { name }, body: { value: 'new-value', hosts: [] } };
    const { body } = await service.call('POST', '/v1/approvals', { token: ada.token, body: { ...act, reason: 'new' } });
    return (body as Approval).id;
  };
  const grant = async (id: string) => {
    const path = `/v1/approvals/${id}/answer`;
    return (await service.call('POST', path, { token: bea.token, body: { isGranted: true } })).body;
  };
  const [first, second] = [await ask('FIRST'), await ask('SECOND')];
  expect(await grant(first)).toMatchObject({ state: 'used' });
  await service.database`delete from passkey where operator_id = ${ada.id}`;
  expect(await grant(second)).toMatchObject({ state: 'failed', outcome: expect.stringContaining('PasskeyRequired') });
  const { text } = await service.call('GET', '/v1/secrets', { token: bea.token });
  expect([text.includes('FIRST'), text.includes('SECOND')]).toEqual([true, false]);
});
