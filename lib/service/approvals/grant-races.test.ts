import { beforeAll, expect, test } from 'vitest';
import { type Approval, approvalKinds, scopes } from '#contract';
import { holdLock, type Transaction } from '#database';
import { findSecret } from '#engine';
import { started } from '../../contract/testing/started.ts';
import { insertOperator, startTestService } from '../testing/test-service.ts';

const service = started(() => startTestService({ needsApproval: new Set(approvalKinds) }), 'close');
const password = 'a password of one person';
let ada = '';
let bea = '';

beforeAll(async () => {
  ada = await person('ada@example.com');
  bea = await person('bea@example.com');
});

async function person(email: string): Promise<string> {
  await insertOperator(service.database, { email, name: email, password, scopes });
  const { body } = await service.call('POST', '/v1/sign-in', { body: { email, password } });
  return (body as { accessToken: string }).accessToken;
}

async function ask(given: object): Promise<Approval> {
  const answer = await service.call('POST', '/v1/approvals', { token: ada, body: { reason: 'it leaked', ...given } });
  expect(answer.status, answer.text).toBe(201);
  return answer.body as Approval;
}
const grant = (id: string) =>
  service.call('POST', `/v1/approvals/${id}/answer`, { token: bea, body: { isGranted: true } });

/** Grants a request while the change of somebody else is not committed yet, which it is when the grant waits for it. */
async function grantDuring(given: object, change: (transaction: Transaction) => Promise<unknown>) {
  const { id } = await ask(given);
  const isChanged = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const changing = service.database.begin(async (transaction) => {
    await change(transaction);
    isChanged.resolve();
    await mayCommit.promise;
  });
  await isChanged.promise;
  const granted = grant(id);
  const waiting = () => service.owner`
    select from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`;
  await expect.poll(async () => (await waiting()).length, { timeout: 10_000 }).toBeGreaterThan(0);
  mayCommit.resolve();
  await changing;
  return (await granted).body;
}

const refused = { state: 'failed', outcome: expect.stringMatching(/^PreconditionFailed/) };
const byOther = (transaction: Transaction, name: string) => transaction`
  insert into secret (name, sealed_value, sealed_with, modified_by) values (${name}, '', '', 'other')
  on conflict (name) do update set modified_by = 'other', modified_on = now()`;
const writerOf = async (name: string) => (await findSecret(service.database, name))?.lastModifiedBy;

test.each(['SetSecret', 'DeleteSecret'])(
  'a grant of %s does not undo what somebody did while it began',
  async (operation) => {
    const name = `OF_${operation}`;
    const body = { ...(operation === 'SetSecret' && { body: { value: 'granted', hosts: [] } }) };
    expect(
      (await grant((await ask({ operation: 'SetSecret', params: { name }, body: { value: 'first' } })).id)).body,
    ).toMatchObject({ state: 'used' });
    const result = await grantDuring({ operation, params: { name }, ...body }, async (transaction) => {
      await holdLock(transaction, 'secrets');
      await byOther(transaction, name);
    });
    expect(result).toMatchObject(refused);
    expect(await writerOf(name)).toBe('other');
  },
);

test('a grant of a request that is withdrawn at the same moment says so', async () => {
  const request = { operation: 'SetSecret', params: { name: 'WITHDRAWN' }, body: { value: 'asked for' } };
  const result = await grantDuring(
    request,
    (transaction) => transaction`update approval set state = 'withdrawn', sealed_request = null, sealed_with = null
      where state = 'waiting'`,
  );
  expect(result).toMatchObject({ code: 'InvalidTransition', detail: 'the request is withdrawn already' });
  expect(await writerOf('WITHDRAWN')).toBeUndefined();
});

test('a grant of a new secret does not replace one that somebody made while it began', async () => {
  const given = { operation: 'SetSecret', params: { name: 'NEW' }, body: { value: 'granted' }, ifNoneMatch: '*' };
  const result = await grantDuring(given, async (transaction) => {
    await holdLock(transaction, 'secrets');
    await byOther(transaction, 'NEW');
  });
  expect(result).toMatchObject(refused);
  expect(await writerOf('NEW')).toBe('other');
});

test('a grant to delete a secret that did not exist does not delete one that somebody made while it began', async () => {
  const result = await grantDuring({ operation: 'DeleteSecret', params: { name: 'LATE' } }, async (transaction) => {
    await transaction`lock table secret in exclusive mode`; // it can be read, and then not be locked
    await byOther(transaction, 'LATE');
  });
  expect(result).toMatchObject(refused);
  expect(await writerOf('LATE')).toBe('other');
});

test.each(['with', 'without'])(
  'a grant of a policy does not replace one that was set while it began: a store %s one',
  async (kind) => {
    const storeName = `store-${kind}`;
    const asked = (sensitive: string) => ({
      operation: 'SetStorePolicy',
      params: { storeName },
      body: { sensitive: [sensitive] },
    });
    if (kind === 'with') expect((await grant((await ask(asked('/first'))).id)).body).toMatchObject({ state: 'used' });
    const result = await grantDuring(
      asked('/granted'),
      (transaction) => transaction`
      insert into state_store as s (namespace, name, policy, sensitive, policy_version)
      values ('', ${storeName}, '{"sensitive":["/other"]}', '{/other}', 1)
      on conflict (namespace, name) do update set policy = excluded.policy, sensitive = excluded.sensitive,
        policy_version = s.policy_version + 1`,
    );
    expect(result).toMatchObject(refused);
    const { body } = await service.call('GET', `/v1/stores/${storeName}`, { token: ada });
    expect(body).toMatchObject({ policy: { sensitive: ['/other'] } });
  },
);

test.each([
  ['SetSecret', { name: 'TAGGED' }, { value: 'granted' }],
  ['DeleteSecret', { name: 'TAGGED' }, undefined],
  ['SetStorePolicy', { storeName: 'tagged' }, { defaultTtlInSeconds: 60 }],
])('%s is asked for only of what who asks was shown', async (operation, params, body) => {
  await service.call('PUT', '/v1/stores/tagged/entries/a', { token: ada, body: { value: 1 } });
  await grant((await ask({ operation: 'SetSecret', params: { name: 'TAGGED' }, body: { value: 'first' } })).id);
  const secret = await findSecret(service.database, 'TAGGED');
  const store = await service.call('GET', '/v1/stores/tagged', { token: ada });
  const ifMatch = 'name' in params ? secret?.etag : (store.body as { policyEtag: string }).policyEtag;
  const asked = { operation, params, ...(body && { body }), ifMatch };
  const [first, second] = [await ask(asked), await ask(asked)];
  expect((await grant(first.id)).body).toMatchObject({ state: 'used' });
  const late = await service.call('POST', '/v1/approvals', { token: ada, body: { reason: 'late', ...asked } });
  expect(late).toMatchObject({ status: 412, body: { code: 'PreconditionFailed' } });
  expect((await grant(second.id)).body).toMatchObject(refused);
});
