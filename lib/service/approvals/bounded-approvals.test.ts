import { beforeAll, expect, test } from 'vitest';
import { type Approval, approvalKinds, type Bounds, scopes } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { insertOperator, registerType, startTestService } from '../testing/test-service.ts';

const team: Bounds = { types: ['billing.*'], stores: ['billing-*'] };
const password = 'a password of one person';
const service = started(() => startTestService({ needsApproval: new Set(approvalKinds) }), 'close');
/** Two people of a team, and one without bounds. */
let ada = '';
let bea = '';
let admin = '';

beforeAll(async () => {
  ada = await person('ada@example.com', team);
  bea = await person('bea@example.com', team);
  admin = await person('all@example.com');
  for (const type of ['billing.run', 'mail.send']) await registerType(service.database, type);
  for (const [id, type] of [
    ['inside', 'billing.run'],
    ['inside-two', 'billing.run'],
    ['outside', 'mail.send'],
  ])
    await call('POST', '/v1/tasks', service.allKey, { id, type, input: { card: 1 }, sensitive: ['/input/card'] });
  for (const store of ['billing-notes', 'mail-notes'])
    await call('PUT', `/v1/stores/${store}/entries/one`, service.allKey, { value: { a: 1 }, sensitive: ['/a'] });
});

async function person(email: string, bounds?: Bounds): Promise<string> {
  const id = await insertOperator(service.database, { email, name: email, password, scopes });
  await service.database`
    update operator set bounds = ${bounds === undefined ? null : JSON.stringify(bounds)}::text::json where id = ${id}`;
  const { body } = await service.call('POST', '/v1/sign-in', { body: { email, password } });
  return (body as { accessToken: string }).accessToken;
}
const call = (method: string, path: string, token: string, body?: unknown) =>
  service.call(method, path, { token, body });
const ask = (token: string, given: object) => call('POST', '/v1/approvals', token, { reason: 'why', ...given });
const idOf = async (token: string, given: object) => {
  const { body, status, text } = await ask(token, given);
  expect(status, text).toBe(201);
  return (body as Approval).id;
};
const listed = async (token: string) =>
  ((await call('GET', '/v1/approvals', token)).body as { value: Approval[] }).value.map(({ id }) => id);
const answer = (id: string, token: string) => call('POST', `/v1/approvals/${id}/answer`, token, { isGranted: true });

const reveal = (target: object) => ({ operation: 'CreateReveal', target });
const policy = (storeName: string) => ({ operation: 'SetStorePolicy', params: { storeName }, body: {} });
const remove = (selection: object) => ({
  operation: 'CreateBulkOperation',
  body: { action: { kind: 'delete', force: true }, selection },
});
const secret = { operation: 'SetSecret', params: { name: 'PSP' }, body: { value: 'a value', hosts: [] } };

test('what lies outside is not asked for', async () => {
  for (const [given, code] of [
    [secret, 'OutsideBounds'],
    [policy('mail-notes'), 'OutsideBounds'],
    [reveal({ storeName: 'mail-notes', id: 'one' }), 'OutsideBounds'],
    [reveal({ taskId: 'outside', runCount: 1 }), 'TaskNotFound'],
    [remove({ ids: ['outside'] }), 'TaskNotFound'],
  ] as const)
    expect((await ask(ada, given)).body, JSON.stringify(given)).toMatchObject({ code });
});

test('requests about something inside are seen and answered, others are not there', async () => {
  const inside = [
    await idOf(admin, reveal({ storeName: 'billing-notes', id: 'one' })),
    await idOf(admin, reveal({ taskId: 'inside', runCount: 1 })),
    await idOf(admin, policy('billing-notes')),
    await idOf(ada, remove({ ids: ['inside-two'] })),
  ];
  const outside = [
    await idOf(admin, reveal({ storeName: 'mail-notes', id: 'one' })),
    await idOf(admin, reveal({ taskId: 'outside', runCount: 1 })),
    await idOf(admin, policy('mail-notes')),
    await idOf(admin, remove({ ids: ['inside'] })),
    await idOf(admin, secret),
  ];
  expect((await listed(bea)).sort()).toEqual([...inside].sort());
  for (const id of outside)
    expect((await answer(id, bea)).body).toMatchObject({ status: 404, code: 'ApprovalNotFound' });
  for (const id of inside) expect((await answer(id, bea)).status).toBe(200);
  expect((await call('GET', '/v1/tasks/inside', admin)).status).toBe(200);
  expect((await listed(admin)).length).toBe(9);
  // the deletion goes on after its grant, and would change what the next request is for
  await expect
    .poll(async () => (await call('GET', '/v1/tasks/inside-two', admin)).status, { timeout: 15_000 })
    .toBe(404);
});

test('a granted bulk operation deletes what lies inside, also when it is granted by who reaches everything', async () => {
  const before = await call('GET', '/v1/tasks', admin);
  expect(before.text).toContain('"outside"');
  const { body } = await ask(ada, remove({ filter: {} }));
  const { id, asked } = body as Approval;
  expect(asked?.facts.join()).not.toContain('mail');
  expect((await answer(id, admin)).body).toMatchObject({ state: 'used' });
  await expect.poll(async () => (await call('GET', '/v1/tasks/inside', admin)).status, { timeout: 15_000 }).toBe(404);

  expect((await call('GET', '/v1/tasks/outside', admin)).status).toBe(200);
});

test('bounds that were given meanwhile hold at the grant', async () => {
  const id = await idOf(admin, policy('mail-notes'));
  await service.database`
    update operator set bounds = ${JSON.stringify(team)}::text::json where email = 'all@example.com'`;
  const answered = await answer(id, await person('other@example.com'));
  expect(answered.body).toMatchObject({ state: 'failed', outcome: expect.stringContaining('OutsideBounds') });
});
