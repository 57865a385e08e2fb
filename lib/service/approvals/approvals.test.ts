import { beforeAll, expect, test } from 'vitest';
import { type Approval, limits, type Reveal, type Scope } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { hashToken } from '../access/session.ts';
import { startTestService } from '../testing/test-service.ts';
import { untilRecorded } from '../testing/until-recorded.ts';

const service = started(startTestService, 'close');
let asker = '';
let approver = '';
const entry = { storeName: 'people', id: 'ada' };
const request = { operation: 'CreateReveal', target: entry, reason: 'the customer asks' };

beforeAll(async () => {
  const task = {
    type: 'test.echo',
    queue: 'idle',
    id: 'order',
    sensitive: ['/input/pin'],
    input: { pin: 'hidden-input' },
  };
  await call('POST', '/v1/tasks', service.allKey, task);
  const value = { value: { pin: 'hidden-pin' }, sensitive: ['/pin'] };
  await call('PUT', '/v1/stores/people/entries/ada', service.allKey, value);
  asker = await service.key('state/read');
  approver = await service.key('state/read', 'tasks/read', 'sensitive/reveal', 'approvals/grant');
});

const call = (method: string, path: string, token: string, body?: unknown) =>
  service.call(method, path, { token, body });
const ask = async (token = asker, target: object = entry) => {
  const answer = await call('POST', '/v1/approvals', token, { ...request, target });
  expect(answer.status, answer.text).toBe(201);
  return (answer.body as Approval).id;
};
const answer = (id: string, isGranted: boolean, token = approver) =>
  call('POST', `/v1/approvals/${id}/answer`, token, { isGranted, note: 'only for today' });
const use = (approvalId: string, token = asker) => call('POST', '/v1/reveals', token, { approvalId });
const stateOf = async (id: string, token = asker) => {
  const { body } = await call('GET', '/v1/approvals', token);
  return (body as { value: Approval[] }).value.find((one) => one.id === id);
};
const age = (id: string) => service.database`update approval set expires_on = now() where id = ${id}`;

test('who may not reveal asks, somebody else grants it, and it is used once', async () => {
  expect((await call('POST', '/v1/reveals', asker, { target: entry, reason: 'x' })).text).toContain(
    'POST /v1/approvals',
  );
  const id = await ask();
  expect(await stateOf(id)).toMatchObject({ ...request, state: 'waiting', isOwn: true, mayAnswer: false });
  expect(await stateOf(id, approver)).toMatchObject({ state: 'waiting', isOwn: false, mayAnswer: true });
  expect(await use(id)).toMatchObject({ status: 409, body: { code: 'InvalidTransition' } });
  expect((await answer(id, true)).body).toMatchObject({ state: 'granted', mayAnswer: false });
  expect(await stateOf(id)).toMatchObject({ state: 'granted', note: 'only for today', answeredBy: expect.any(String) });
  expect(await use(id, approver)).toMatchObject({ status: 404, body: { code: 'ApprovalNotFound' } });
  const used = await use(id);
  expect(used).toMatchObject({ status: 201, body: { target: entry, reason: request.reason, isOwn: true } });
  const values = await call('GET', `/v1/reveals/${(used.body as Reveal).id}/values`, asker);
  expect(values.body).toMatchObject({ entry: { value: { pin: 'hidden-pin' } } });
  expect(await use(id)).toMatchObject({ status: 409, body: { code: 'InvalidTransition' } });
  expect(await stateOf(id)).toMatchObject({ state: 'used', usedOn: expect.any(String) });
  const list = await call('GET', '/v1/reveals?storeName=people&entryId=ada', approver);
  expect(list.body).toMatchObject({ value: [{ grantedBy: (await stateOf(id))?.answeredBy }] });
  expect((await call('GET', '/v1/stores/people/entries/ada', asker)).text).not.toContain('hidden-pin');
});

test('one grant used at the same time shows the values once', async () => {
  const id = await ask();
  await answer(id, true);
  const answers = await Promise.all([use(id), use(id), use(id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});

test('a request that is declined or too old is not used, and none is answered twice', async () => {
  const declined = await ask();
  await answer(declined, false);
  expect((await use(declined)).text).toContain('the request is declined');
  expect(await answer(declined, true)).toMatchObject({ status: 409, body: { code: 'InvalidTransition' } });
  const old = await ask();
  await age(old);
  expect(await stateOf(old)).toMatchObject({ state: 'expired', mayAnswer: false });
  expect((await answer(old, true)).status).toBe(409);
  const late = await ask();
  await answer(late, true);
  await age(late);
  expect((await use(late)).status).toBe(409);
  expect((await answer(crypto.randomUUID(), true)).body).toMatchObject({ code: 'ApprovalNotFound' });
});

test('nobody answers the own request, also not with another key, or a request for more than they may', async () => {
  const [first, second] = await keysOfOneOperator('state/read', 'sensitive/reveal', 'approvals/grant');
  const own = await ask(first);
  for (const token of [first, second]) expect(await answer(own, true, token)).toMatchObject({ status: 403 });
  expect(await stateOf(own, second)).toMatchObject({ isOwn: true, mayAnswer: false });
  const ofRun = await ask(await service.key('tasks/read'), { taskId: 'order', runCount: 1 });
  expect(await answer(ofRun, true, second)).toMatchObject({ status: 403 });
  expect(await stateOf(ofRun, second), 'is not shown to who may not read the run').toBeUndefined();
  const missing = await service.key('state/read', 'approvals/grant');
  expect(await answer(own, true, missing)).toMatchObject({ status: 403 });
  expect(await answer(own, true, await service.key('state/read', 'sensitive/reveal'))).toMatchObject({ status: 403 });
  expect((await answer(own, true)).status).toBe(200);
});

async function keysOfOneOperator(...scopes: readonly Scope[]): Promise<[string, string]> {
  const [owner] = await service.database<{ id: string }[]>`
    insert into operator (email, name, password_hash, scopes) values ('oda@example.com', 'Oda', 'x', ${[...scopes]})
    returning id`;
  const made = async () => {
    const key = await service.key(...scopes);
    await service.database`
      update api_key set owner_id = ${owner?.id ?? ''}, service_account = null where key_hash = ${hashToken(key)}`;
    return key;
  };
  return [await made(), await made()];
}

test('asks need the right to read, and hidden values; others see none of them', async () => {
  expect((await call('POST', '/v1/approvals', await service.key('tasks/read'), request)).status).toBe(403);
  const open = { ...request, target: { ...entry, id: 'none' } };
  expect((await call('POST', '/v1/approvals', asker, open)).status).toBe(404);
  const id = await ask();
  expect(await stateOf(id, await service.key('state/read', 'tasks/read'))).toBeUndefined();
  const own = await call('GET', '/v1/approvals?view=others', asker);
  expect(own.body).toEqual({ value: [] });
});

test('the audit trail says who asked, who answered and what came of it', async () => {
  await untilRecorded(service.database);
  const records = await service.database<{ text: string }[]>`
    select concat_ws(' | ', operation, target_kind, detail) as text from audit_record
    where status < 300 and (operation like '%Approval' or operation = 'CreateReveal') order by id`;
  const told = records.map(({ text }) => text);
  expect(told).toContain('CreateApproval | approval | CreateReveal of entry people/ada: the customer asks');
  expect(told).toContainEqual(expect.stringMatching(/^AnswerApproval \| approval \| granted to .*: only for today$/));
  expect(told).toContainEqual(expect.stringMatching(/^AnswerApproval \| approval \| declined to /));
  expect(told).toContainEqual(
    expect.stringMatching(/^CreateReveal \| reveal \| \/pin: the customer asks; granted by /),
  );
});

test('so many requests of one owner wait that those of others are found, also when they come at once', async () => {
  const eager = await service.key('state/read');
  const asked = await Promise.all(
    Array.from({ length: limits.waitingApprovals + 10 }, () =>
      call('POST', '/v1/approvals', eager, { ...request, target: entry }),
    ),
  );
  const refused = asked.filter(({ status }) => status === 400);
  expect(asked.filter(({ status }) => status === 201)).toHaveLength(limits.waitingApprovals);
  expect(refused).toHaveLength(10);
  expect(refused[0]?.body).toMatchObject({
    code: 'LimitExceeded',
    detail: expect.stringContaining('waitingApprovals'),
  });
  await ask(await service.key('state/read'));
  const own = asked.find(({ status }) => status === 201)?.body as Approval;
  expect((await call('POST', `/v1/approvals/${own.id}/withdraw`, eager)).status).toBe(200);
  await ask(eager);
});
