import { beforeAll, expect, test } from 'vitest';
import { approvalKinds, lock, type Namespace, scopes } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { insertKey, startTestService } from '../testing/test-service.ts';
import { untilRecorded } from '../testing/until-recorded.ts';

const service = started(() => startTestService({ needsApproval: new Set(approvalKinds) }), 'close');
let mine = '';
/** Has every scope but the one that opens namespaces. */
let others = '';
beforeAll(async () => {
  mine = await keyOf('importer');
  others = await keyOf('exporter');
});

const without = scopes.filter((scope) => scope !== 'namespaces/manage');
async function keyOf(account: string): Promise<string> {
  const token = await insertKey(service.database, without);
  await service.database`
    update api_key set service_account = ${account} where id = (select id from api_key order by created_on desc limit 1)`;
  return token;
}
const isolated = { 'taskdeck-isolation': 'isolated' };
const inNamespace = (owner = 'account:importer') => ({ 'taskdeck-namespace': encodeURIComponent(owner) });
const as = (token: string, method: string, path: string, headers: Record<string, string>, body?: unknown) =>
  service.call(method, path, { token, headers, body });
const namesOf = ({ body }: { body: unknown }) => Object(body).value.map(({ name }: { name: string }) => name);

test('who has the right sees the isolated owners, and the stores, entries and locks of each', async () => {
  await as(mine, 'PUT', '/v1/stores/orders/entries/a', isolated, { value: { of: 'importer' } });
  await as(mine, 'PUT', '/v1/locks/nightly', isolated, {});
  await as(others, 'PUT', '/v1/stores/exports/entries/a', isolated, { value: 1 });
  await as(mine, 'PUT', '/v1/stores/shared/entries/a', {}, { value: 1 });

  const { body } = await as(service.allKey, 'GET', '/v1/namespaces', {});
  const found: Namespace[] = Object(body).value;
  expect(found).toEqual([
    { owner: 'account:exporter', kind: 'serviceAccount', name: 'exporter', storeCount: 1, lockCount: 0 },
    { owner: 'account:importer', kind: 'serviceAccount', name: 'importer', storeCount: 1, lockCount: 1 },
  ]);
  const first = await as(service.allKey, 'GET', '/v1/namespaces?maxPageSize=1', {});
  const second = await as(
    service.allKey,
    'GET',
    new URL(Object(first.body).nextLink).pathname + new URL(Object(first.body).nextLink).search,
    {},
  );
  expect([...namesOf(first), ...namesOf(second)]).toEqual(['exporter', 'importer']);

  const list = (path: string, headers: Record<string, string>) => as(service.allKey, 'GET', path, headers);
  expect(namesOf(await list('/v1/stores', inNamespace()))).toEqual(['orders']);
  expect(namesOf(await list('/v1/locks', inNamespace()))).toEqual(['nightly']);
  expect(namesOf(await list('/v1/stores', inNamespace('account:exporter')))).toEqual(['exports']);
  expect(namesOf(await list('/v1/stores', {}))).toEqual(['shared']);
  expect((await list('/v1/stores/orders/entries/a', inNamespace())).body).toMatchObject({ value: { of: 'importer' } });
  expect((await list('/v1/stores/orders/entries/a', inNamespace('account:exporter'))).status).toBe(404);
});

test('without the right, a namespace that there is and one that there is not are refused alike', async () => {
  const answers = await Promise.all(
    ['account:importer', 'account:nobody'].map((owner) => as(others, 'GET', '/v1/stores', inNamespace(owner))),
  );
  const [known, unknown] = answers.map(({ status, body }) => ({ status, ...Object(body), requestId: '' }));
  expect(known).toEqual(unknown);
  expect(known).toMatchObject({
    status: 403,
    code: 'InsufficientScope',
    detail: expect.stringContaining('namespaces/manage'),
  });
  expect((await as(others, 'GET', '/v1/namespaces', {})).status).toBe(403);
  expect(namesOf(await as(others, 'GET', '/v1/stores', isolated))).toEqual(['exports']);
});

test('a header that names nobody, no owner, or two namespaces is refused', async () => {
  const ask = (headers: Record<string, string>) => as(service.allKey, 'GET', '/v1/stores', headers);
  expect(await ask(inNamespace('account:nobody'))).toMatchObject({ status: 404, body: { code: 'OwnerNotFound' } });
  for (const bad of ['importer', '%', 'robot%3Ax', 'account%3A', 'operator%3A%00', 'account%3Aa%0Ab'])
    expect(await ask({ 'taskdeck-namespace': bad }), bad).toMatchObject({
      status: 400,
      body: { code: 'InvalidRequest' },
    });
  expect(await ask({ ...inNamespace(), ...isolated })).toMatchObject({ status: 400 });
  const bounded = await service.boundedKey({ stores: ['orders'] });
  expect(await as(bounded, 'GET', '/v1/stores', inNamespace())).toMatchObject({
    status: 403,
    body: { code: 'OutsideBounds' },
  });
  expect(await as(bounded, 'GET', '/v1/namespaces', {})).toMatchObject({
    status: 403,
    body: { code: 'OutsideBounds' },
  });
});

test('acts in a namespace reach it alone, and their audit records name it', async () => {
  await as(mine, 'PUT', '/v1/stores/acted/entries/a', isolated, { value: 1 });
  const held = lock.parse((await as(mine, 'PUT', '/v1/locks/acted', isolated, {})).body);
  const act = (method: string, path: string, body?: unknown) => as(service.allKey, method, path, inNamespace(), body);
  const changed = await act('PUT', '/v1/stores/acted/entries/a', { value: 2 });
  expect(changed.status, changed.text).toBe(200);
  expect((await act('DELETE', `/v1/locks/acted?fencingToken=${held.fencingToken + 1}`)).status).toBe(409);
  expect((await act('DELETE', '/v1/locks/acted?force=true')).status).toBe(204);
  expect((await as(mine, 'GET', '/v1/stores/acted/entries/a', isolated)).body).toMatchObject({ value: 2 });
  expect((await as(service.allKey, 'GET', '/v1/stores/acted', {})).status).toBe(404);
  await untilRecorded(service.database);
  const trail = await service.database<{ text: string }[]>`
    select concat_ws(' | ', operation, outcome, detail) as text from audit_record
    where target_id in ('acted', 'acted/a') and detail like 'in the namespace%' order by id`;
  expect(trail.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^SaveState \| succeeded \| in the namespace of account:importer/),
    expect.stringMatching(/^ReleaseLock \| refused \| in the namespace of account:importer; LockLost/),
    'ReleaseLock | succeeded | in the namespace of account:importer; by force, of another holder',
  ]);
});

test('one key of idempotency means another request in each namespace', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() };
  const save = (headers: Record<string, string>) =>
    as(
      service.allKey,
      'POST',
      '/v1/stores/keyed/bulk-save',
      { ...key, ...headers },
      { entries: [{ id: 'a', value: 1 }] },
    );
  expect((await save(inNamespace())).status).toBe(200);
  expect((await save(inNamespace('account:exporter'))).body).toMatchObject({ code: 'IdempotencyKeyReused' });
});

test('what waits for a second person is refused in the namespace of another, and is free in the own one', async () => {
  const deletes = { deletes: [{ id: 'a' }, { id: 'b' }] };
  await as(mine, 'PUT', '/v1/stores/many/entries/a', isolated, { value: 1 });
  const theirs = await as(service.allKey, 'POST', '/v1/stores/many/bulk-delete', inNamespace(), deletes);
  expect(theirs).toMatchObject({
    status: 403,
    body: { code: 'InsufficientScope', detail: expect.stringContaining('second person') },
  });
  expect((await as(mine, 'GET', '/v1/stores/many/entries/a', isolated)).status).toBe(200);
  expect((await as(mine, 'POST', '/v1/stores/many/bulk-delete', isolated, deletes)).status).toBe(200);
});

test('a read that shows sensitive values in a namespace has a record of its own', async () => {
  const entry = { value: { pin: '4711' }, sensitive: ['/pin'] };
  const path = '/v1/stores/pins/entries/ada';
  await as(mine, 'PUT', path, isolated, entry);
  await as(mine, 'PUT', path, {}, entry);
  for (const headers of [{}, inNamespace(), inNamespace()])
    expect((await as(service.allKey, 'GET', path, headers)).text).toContain('4711');
  await untilRecorded(service.database);
  const trail = await service.database<{ detail: string }[]>`
    select detail from audit_record where operation = 'GetState' order by id`;
  expect(trail.map(({ detail }) => detail)).toEqual([
    'sensitive values shown: entry pins/ada /pin',
    'in the namespace of account:importer; sensitive values shown: entry pins/ada /pin',
  ]);
});
