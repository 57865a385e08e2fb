import { beforeAll, expect, test } from 'vitest';
import { type Approval, approvalKinds, limits, type Scope, scopes } from '#contract';
import { findSecret, loadSecretsKey, readSecrets } from '#engine';
import { started } from '../../contract/testing/started.ts';
import { hashToken } from '../access/session.ts';
import { emptyRequests } from '../system/sweep.ts';
import { insertOperator, startTestService } from '../testing/test-service.ts';
import { untilRecorded } from '../testing/until-recorded.ts';

const service = started(() => startTestService({ needsApproval: new Set(approvalKinds), secretsKey }), 'close');
let ada = '';
let bea = '';
const secretsKey = Buffer.alloc(32, 7).toString('base64');
const password = 'a password of one person';

beforeAll(async () => {
  ada = await person('ada@example.com');
  bea = await person('bea@example.com');
});

async function person(email: string, ...allowed: readonly Scope[]): Promise<string> {
  await insertOperator(service.database, {
    email,
    name: email,
    password,
    scopes: allowed.length > 0 ? allowed : scopes,
  });
  const { body } = await service.call('POST', '/v1/sign-in', { body: { email, password } });
  return (body as { accessToken: string }).accessToken;
}
const call = (method: string, path: string, token: string, body?: unknown) =>
  service.call(method, path, { token, body });
const required = {
  status: 403,
  body: { code: 'ApprovalRequired', detail: expect.stringContaining('POST /v1/approvals') },
};
const ask = async (token: string, given: object) => {
  const answer = await call('POST', '/v1/approvals', token, { reason: 'it leaked', ...given });
  expect(answer.status, answer.text).toBe(201);
  expect(answer.text).not.toContain('new-value');
  return answer.body as Approval;
};
const answer = (id: string, token = bea, isGranted = true) =>
  call('POST', `/v1/approvals/${id}/answer`, token, { isGranted, note: 'as agreed' });
const setSecret = (name: string, value = 'new-value') => ({
  operation: 'SetSecret',
  params: { name },
  body: { value, hosts: ['api.example.com'] },
});
const storedValue = async (name: string) => {
  const key = await loadSecretsKey({ key: secretsKey, dataFolder: service.dataFolder });
  const found = await findSecret(service.database, name);
  return found && (await readSecrets(service.database, key, [name], { type: 'a', queue: 'q' }))[0]?.value;
};
const save = async (storeName: string, ...ids: string[]) => {
  for (const id of ids)
    expect((await call('PUT', `/v1/stores/${storeName}/entries/${id}`, ada, { value: 1 })).status).toBeLessThan(300);
};
const sealedOf = async (id: string) => {
  const [row] = await service.database`select sealed_request is not null as "isSealed" from approval where id = ${id}`;
  return row?.isSealed;
};

test('a secret is set when another person grants it, once, and nobody sees its value', async () => {
  const { body } = setSecret('PSP');
  expect(await call('PUT', '/v1/secrets/PSP', ada, body)).toMatchObject(required);
  expect(await call('PUT', '/v1/secrets/PSP', service.allKey, body), 'a program').toMatchObject(required);
  const { id, asked } = await ask(ada, setSecret('PSP'));
  expect(asked).toMatchObject({ what: 'Create the secret PSP', after: { hosts: ['api.example.com'] } });
  const seen = await call('GET', '/v1/approvals', bea);
  expect(seen.body).toMatchObject({ value: [{ id, mayAnswer: true, asked, reason: 'it leaked' }] });
  expect(seen.text).not.toContain('new-value');
  expect([await sealedOf(id), await storedValue('PSP')]).toEqual([true, undefined]);
  const answers = await Promise.all([answer(id), answer(id), answer(id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect([await sealedOf(id), await storedValue('PSP')]).toEqual([false, 'new-value']);
  expect((await call('GET', '/v1/approvals?view=own', ada)).body).toMatchObject({
    value: [{ state: 'used', answeredBy: 'bea@example.com', outcome: expect.stringContaining('api.example.com') }],
  });
  const dump = await service.database`select row_to_json(approval)::text as text from approval`;
  expect(JSON.stringify(dump)).not.toContain('new-value');
  await untilRecorded(service.database);
  const trail = await service.database<{ text: string }[]>`
    select concat_ws(' | ', operation, identity_name, target_id, detail) as text from audit_record
    where status < 300 and (target_id = ${id} or target_id = 'PSP') order by id`;
  expect(trail.map(({ text }) => text)).toEqual([
    `CreateApproval | ada@example.com | ${id} | Create the secret PSP: it leaked`,
    expect.stringMatching(`^SetSecret \\| ada@example.com \\| PSP \\| .*; granted by bea@example.com \\(${id}\\)$`),
    expect.stringMatching(
      `^AnswerApproval \\| bea@example.com \\| ${id} \\| granted to ada@example.com: as agreed; performed`,
    ),
  ]);
});

test('a declined or expired request is never performed, and what it held is dropped', async () => {
  const declined = await ask(ada, setSecret('DECLINED'));
  expect((await answer(declined.id, bea, false)).body).toMatchObject({ state: 'declined' });
  const old = await ask(ada, setSecret('DECLINED'));
  await service.database`update approval set expires_on = now() where id = ${old.id}`;
  expect((await answer(old.id)).status).toBe(409);
  expect(await emptyRequests(service.database)).toBe(1);
  expect([await sealedOf(declined.id), await sealedOf(old.id), await storedValue('DECLINED')]).toEqual([
    false,
    false,
    undefined,
  ]);
});

test('who asked withdraws an unanswered request, and nobody can grant it afterwards', async () => {
  const withdraw = (id: string, token: string) => call('POST', `/v1/approvals/${id}/withdraw`, token);
  const { id } = await ask(ada, setSecret('WITHDRAWN'));
  expect(await withdraw(id, bea), 'somebody else').toMatchObject({ status: 404, body: { code: 'ApprovalNotFound' } });
  expect(await withdraw(id, ada)).toMatchObject({ status: 200, body: { id, state: 'withdrawn', isOwn: true } });
  expect((await withdraw(id, ada)).body, 'once more').toMatchObject({ state: 'withdrawn' });
  expect(await answer(id)).toMatchObject({ status: 409, text: expect.stringContaining('withdrawn already') });
  expect([await sealedOf(id), await storedValue('WITHDRAWN')]).toEqual([false, undefined]);
  const { body } = await call('GET', '/v1/approvals?view=others&maxPageSize=1', bea);
  expect(body).toMatchObject({ value: [{ id, state: 'withdrawn', mayAnswer: false }] });

  const declined = await ask(ada, setSecret('WITHDRAWN'));
  await answer(declined.id, bea, false);
  expect(await withdraw(declined.id, ada)).toMatchObject({
    status: 409,
    body: { code: 'InvalidTransition', detail: expect.stringContaining('declined already') },
  });
  await untilRecorded(service.database);
  const trail = await service.database<{ text: string }[]>`
    select concat_ws(' | ', identity_name, outcome, detail) as text from audit_record
    where operation = 'WithdrawApproval' and target_id = ${id} order by id`;
  expect(trail.map(({ text }) => text)).toEqual([
    expect.stringContaining('bea@example.com | refused'),
    'ada@example.com | succeeded | SetSecret',
    'ada@example.com | succeeded | SetSecret',
  ]);
});

test('of a withdrawal and a grant at one time, one wins', async () => {
  for (let round = 0; round < 6; round += 1) {
    const name = `RACE_${round}`;
    const { id } = await ask(ada, setSecret(name));
    const [withdrawn, granted] = await Promise.all([call('POST', `/v1/approvals/${id}/withdraw`, ada), answer(id)]);
    expect([withdrawn.status, granted.status].sort()).toEqual([200, 409]);
    expect(await storedValue(name)).toBe(granted.status === 200 ? 'new-value' : undefined);
  }
});

test('a new secret is asked for only where there is none of its name', async () => {
  const fresh = { ...setSecret('ONLY_NEW'), ifNoneMatch: '*' };
  const { id } = await ask(ada, fresh);
  await answer(id);
  expect(await call('POST', '/v1/approvals', ada, { reason: 'x', ...fresh })).toMatchObject({
    status: 412,
    body: { code: 'PreconditionFailed', detail: expect.stringContaining('ONLY_NEW') },
  });
});

test('nobody answers the own request: not with a key, or one of a key that they made', async () => {
  const [own] = await service.database<{ id: string }[]>`select id from operator where email = 'ada@example.com'`;
  const ofAda = await service.key(...scopes);
  await service.database`
    update api_key set owner_id = ${own?.id ?? ''}, service_account = null where key_hash = ${hashToken(ofAda)}`;
  const madeByAda = await service.key(...scopes);
  await service.database`update api_key set created_by = 'Ada@example.com' where key_hash = ${hashToken(madeByAda)}`;
  for (const token of [ada, ofAda, madeByAda]) {
    const { id } = await ask(token, setSecret('OWN'));
    for (const other of [ada, ofAda])
      expect((await answer(id, other)).text).toContain('nobody answers the own request');
    expect((await answer(id, service.allKey)).text).toContain('only a person who is signed in');
    const { body } = await call('GET', '/v1/approvals?maxPageSize=1', ada);
    expect(body).toMatchObject({ value: [{ id, mayAnswer: false }] });
  }
  expect(await storedValue('OWN')).toBeUndefined();
});

test('who answers has the scopes of what is asked for, and sees it only then', async () => {
  const { id } = await ask(ada, setSecret('SCOPED'));
  const weak = await person('weak@example.com', 'approvals/grant', 'tasks/read', 'state/read');
  expect((await call('GET', '/v1/approvals', weak)).text).not.toContain('SCOPED');
  expect(await answer(id, weak)).toMatchObject({ status: 403 });
  const reader = await service.key('secrets/use', 'state/read');
  expect((await call('POST', '/v1/approvals', reader, { reason: 'x', ...setSecret('SCOPED') })).text).toContain(
    'secrets/manage',
  );
});

test('it is performed with the rights that the asker has then, on what was shown', async () => {
  const eve = await person('eve@example.com', 'secrets/manage');
  const lost = await ask(eve, setSecret('RIGHTS'));
  await service.database`update operator set scopes = '{}' where email = 'eve@example.com'`;
  expect((await answer(lost.id)).body).toMatchObject({
    state: 'failed',
    outcome: expect.stringMatching(/^InsufficientScope/),
  });
  const gone = await ask(await service.key('secrets/manage'), setSecret('RIGHTS'));
  await service.database`delete from api_key where id = (select asker_id::uuid from approval where id = ${gone.id})`;
  expect((await answer(gone.id)).body).toMatchObject({
    state: 'failed',
    outcome: expect.stringContaining('no access'),
  });
  const [first, second] = [await ask(ada, setSecret('RIGHTS', 'one')), await ask(ada, setSecret('RIGHTS', 'two'))];
  expect((await answer(first.id)).body).toMatchObject({ state: 'used' });
  expect((await answer(second.id)).body).toMatchObject({
    state: 'failed',
    outcome: expect.stringContaining('has changed'),
  });
  expect(await storedValue('RIGHTS')).toBe('one');
  const remove = await ask(ada, { operation: 'DeleteSecret', params: { name: 'RIGHTS' } });
  expect((await answer(remove.id)).body).toMatchObject({ state: 'used', outcome: 'deleted' });
});

test('a policy is shown as it was and will be', async () => {
  await save('orders', 'a');
  const policy = { sensitive: ['/card'], defaultTtlInSeconds: 60 };
  expect(await call('PUT', '/v1/stores/orders/policy', ada, policy)).toMatchObject(required);
  const asked = await ask(ada, { operation: 'SetStorePolicy', params: { storeName: 'orders' }, body: policy });
  expect(asked.asked).toMatchObject({ before: {}, after: policy });
  expect((await answer(asked.id)).body).toMatchObject({ state: 'used' });
  expect((await call('GET', '/v1/stores/orders', ada)).body).toMatchObject({ policy });
});

test('in the namespace of another owner, nobody is told to ask a second person, who could not grant it there', async () => {
  const as = (token: string, method: string, path: string, headers: Record<string, string>, body?: object) =>
    service.call(method, path, { token, headers, ...(body && { body }) });
  await as(bea, 'PUT', '/v1/stores/orders/entries/a', { 'taskdeck-isolation': 'isolated' }, { value: 1 });
  const { body } = await as(ada, 'GET', '/v1/namespaces', {});
  const [{ owner }] = (body as { value: [{ owner: string }] }).value;
  const refused = await as(ada, 'PUT', '/v1/stores/orders/policy', { 'taskdeck-namespace': owner }, {});
  expect(refused).toMatchObject({
    status: 403,
    body: {
      code: 'InsufficientScope',
      detail: expect.stringContaining('in the namespace of another owner nobody can'),
    },
  });
});

test('no operation deletes many without a second person', async () => {
  await save('many', 'a', 'b', 'c');
  const deletes = [{ id: 'a' }, { id: 'b' }];
  expect(await call('POST', '/v1/stores/many/bulk-delete', ada, { deletes })).toMatchObject(required);
  expect(await call('POST', '/v1/stores/many/transaction', ada, { upserts: [], deletes })).toMatchObject(required);
  const made = await call('POST', '/v1/stores/many/transaction', ada, {
    upserts: [
      { id: 'x', value: 1 },
      { id: 'y', value: 1 },
    ],
    deletes: [],
  });
  const { receipt } = made.body as { receipt: string };
  expect(await call('POST', '/v1/stores/many/undo', ada, { receipt })).toMatchObject(required);
  const remove = { action: { kind: 'delete' }, selection: { filter: {} } };
  expect(await call('POST', '/v1/bulk-operations', ada, remove)).toMatchObject(required);
  const single = await service.key('tasks/delete', 'tasks/read', 'tasks/update', 'state/delete');
  const one = [
    ['DELETE', '/v1/tasks/none'],
    ['DELETE', '/v1/stores/many/entries/none'],
    ['POST', '/v1/stores/many/bulk-delete', { deletes: [{ id: 'none' }] }],
    ['PATCH', '/v1/tasks/none', { retention: { maximumRuns: 1 } }],
  ] as const;
  const answers = await Promise.all(
    Array.from({ length: 7 }, () => one.map(([method, path, body]) => call(method, path, single, body))).flat(),
  );
  expect(
    answers.filter(({ text }) => text.includes('ApprovalRequired')),
    'all but 25 of 28',
  ).toHaveLength(3);
  expect((await call('PATCH', '/v1/tasks/none', single, { name: 'n' })).text).toContain('TaskNotFound');
});

test('entries are deleted as they were shown, and tasks no more than were shown', async () => {
  await save('shown', 'a', 'b');
  const entries = { operation: 'DeleteBulkState', params: { storeName: 'shown' } };
  const none = await call('POST', '/v1/approvals', ada, {
    ...entries,
    reason: 'x',
    body: { deletes: [{ id: 'none' }] },
  });
  expect(none).toMatchObject({ status: 404 });
  const asked = await ask(ada, { ...entries, body: { deletes: [{ id: 'a' }, { id: 'b' }] } });
  expect(asked.asked).toMatchObject({
    what: 'Delete 2 entries of the store shown',
    actsOn: { storeName: 'shown', ids: ['a', 'b'], total: 2 },
  });
  await call('PUT', '/v1/stores/shown/entries/b', ada, { value: 2 });
  expect((await answer(asked.id)).body).toMatchObject({
    state: 'failed',
    outcome: expect.stringContaining('"b" has changed'),
  });
  const again = await ask(ada, { ...entries, body: { deletes: [{ id: 'a' }, { id: 'b' }] } });
  expect((await answer(again.id)).body).toMatchObject({ state: 'used', outcome: 'deleted 2, refused 0' });

  for (const id of ['one', 'two'])
    await call('POST', '/v1/tasks', ada, { id, type: 'test.echo', queue: 'idle', tags: { of: 'us' } });
  const tasks = {
    operation: 'CreateBulkOperation',
    body: { action: { kind: 'delete', force: true }, selection: { filter: { tag: ['of=us'] } } },
  };
  const [first, second] = [await ask(ada, tasks), await ask(ada, tasks)];
  expect(first.asked).toMatchObject({
    what: 'Delete 2 tasks',
    facts: expect.arrayContaining(['2 of type test.echo']),
    actsOn: { ids: expect.arrayContaining(['one', 'two']), total: 2 },
  });
  await call('POST', '/v1/tasks', ada, { id: 'three', type: 'test.echo', queue: 'idle', tags: { of: 'us' } });
  expect((await answer(first.id)).body).toMatchObject({ state: 'failed', outcome: expect.stringContaining('3 tasks') });
  await call('DELETE', '/v1/tasks/three?force=true', ada);
  expect((await answer(second.id)).body).toMatchObject({ state: 'used' });
  await expect.poll(async () => (await call('GET', '/v1/tasks/one', ada)).status, { timeout: 20_000 }).toBe(404);
});

test('a grant deletes the tasks that were shown, and no others that match by then', async () => {
  const make = (id: string, of: string) =>
    call('POST', '/v1/tasks', ada, { id, type: 'test.echo', queue: 'idle', tags: { of } });
  for (const [id, of] of [
    ['junk-1', 'junk'],
    ['junk-2', 'junk'],
    ['precious', 'us'],
  ] as const)
    await make(id, of);
  const retag = async (id: string, of: string) =>
    expect((await call('PATCH', `/v1/tasks/${id}`, ada, { tags: { of } })).status).toBe(200);
  const status = async (id: string) => (await call('GET', `/v1/tasks/${id}`, ada)).status;
  const deletion = (selection: object) =>
    ask(ada, { operation: 'CreateBulkOperation', body: { action: { kind: 'delete', force: true }, selection } });

  const swapped = await deletion({ filter: { tag: ['of=junk'] } });
  await retag('junk-2', 'kept');
  await retag('precious', 'junk');
  expect((await answer(swapped.id)).body).toMatchObject({
    state: 'failed',
    outcome: expect.stringContaining('other tasks than those that were shown'),
  });
  await retag('precious', 'us');
  await retag('junk-2', 'junk');
  const again = await deletion({ ids: ['junk-1'] });
  await call('DELETE', '/v1/tasks/junk-1?force=true', ada);
  await make('junk-1', 'junk');
  expect((await answer(again.id)).body, 'a later task of the same id').toMatchObject({ state: 'failed' });

  const fewer = await deletion({ filter: { tag: ['of=junk'] } });
  await retag('junk-2', 'kept');
  expect((await answer(fewer.id)).body, 'a task that was shown is not there any more').toMatchObject({
    state: 'failed',
    outcome: expect.stringContaining('it would delete 1 task, and was asked for 2'),
  });
  await retag('junk-2', 'junk');
  const granted = await deletion({ filter: { tag: ['of=junk'] } });
  expect((await answer(granted.id)).body).toMatchObject({ state: 'used' });
  await expect.poll(() => status('junk-2'), { timeout: 20_000 }).toBe(404);
  expect(await status('precious')).toBe(200);
});

test('each task of a large deletion is compared', { timeout: 60_000 }, async () => {
  const count = limits.bulkOperationIds + 1;
  const make = (at: number) =>
    call('POST', '/v1/tasks', ada, { id: `many-${at}`, type: 'test.echo', queue: 'idle', tags: { of: 'many' } });
  await service.database`
    with made as (
      insert into task (id, type, queue, priority, tags, created_by, modified_by)
      select 'many-' || n, 'test.echo', 'idle', 0, '{"of":"many"}', 'test', 'test'
      from generate_series(0, ${count - 1}::integer) n returning key
    )
    insert into run (task_key, run_count, is_current, status, trigger, triggered_by, attempt, queued_on)
    select key, 1, true, 'failed', 'create', 'test', 1, now() from made`;
  const retag = (id: string, of: string) => call('PATCH', `/v1/tasks/${id}`, ada, { tags: { of } });
  await retag('many-0', 'precious');
  const deletion = { action: { kind: 'delete', force: true }, selection: { filter: { tag: ['of=many'] } } };
  await make(count);
  const { id, asked } = await ask(ada, { operation: 'CreateBulkOperation', body: deletion });
  expect(asked?.what).toBe(`Delete ${count.toLocaleString('en')} tasks`);
  await retag('many-0', 'many');
  await retag('many-1', 'kept');
  expect((await answer(id)).body).toMatchObject({
    state: 'failed',
    outcome: expect.stringContaining('other tasks than those that were shown'),
  });
});

test('who may reveal hidden values asks like everybody, and a person answers', async () => {
  await call('PUT', '/v1/stores/people/entries/ada', ada, { value: { pin: 'hidden-pin' }, sensitive: ['/pin'] });
  const target = { storeName: 'people', id: 'ada' };
  expect(await call('POST', '/v1/reveals', ada, { target, reason: 'x' })).toMatchObject(required);
  const { id } = await ask(ada, { operation: 'CreateReveal', target });
  expect((await answer(id, service.allKey)).text).toContain('only a person');
  expect((await answer(id)).body).toMatchObject({ state: 'granted' });
  expect((await call('POST', '/v1/reveals', ada, { approvalId: id })).status).toBe(201);
});
