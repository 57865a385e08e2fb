import { expect, test } from 'vitest';
import { mostMatches, type Scope, type SignInResponse, type View } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { insertOperator, startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');

type Caller = { token: string };
const newCaller = async (...scopes: Scope[]): Promise<Caller> => ({ token: await service.key(...scopes) });
const send = (caller: Caller, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  service.call(method, path, { ...caller, headers, ...(body !== undefined && { body }) });

async function make(caller: Caller, given: object): Promise<View> {
  const { status, body, text } = await send(caller, 'POST', '/v1/views', { list: 'tasks', name: 'a view', ...given });
  if (status !== 201) throw new Error(text);
  return body as View;
}

async function namesSeenBy(caller: Caller, query = ''): Promise<string[]> {
  const names: string[] = [];
  for (let path: string | undefined = `/v1/views${query}`; path !== undefined; ) {
    const { value, nextLink } = (await send(caller, 'GET', path)).body as { value: View[]; nextLink?: string };
    names.push(...value.map(({ name }) => name));
    path = nextLink?.replace(service.url, '');
  }
  return names;
}

test('a private view is seen by its owner alone, a shared one by all who may read its list', async () => {
  const [ada, ben, clerk] = await Promise.all([
    newCaller('tasks/read', 'state/read'),
    newCaller('tasks/read'),
    newCaller('state/read'),
  ]);
  const own = await make(ada, { name: 'mine', filter: 'status:failed', settings: { sort: 'id asc' } });
  expect(own).toMatchObject({ filter: 'status:failed', settings: { sort: 'id asc' }, isOwn: true, canChange: true });
  await make(ada, { name: 'ours', isShared: true });
  await make(ada, { name: 'drafts', list: 'state', storeName: 'drafts', isShared: true });
  expect(await namesSeenBy(ada)).toEqual(['mine', 'ours', 'drafts']);
  expect(await namesSeenBy(ben)).toEqual(['ours']);
  expect(await namesSeenBy(clerk)).toEqual(['drafts']);
  expect(await send(ben, 'PATCH', `/v1/views/${own.id}`, { name: 'x' })).toMatchObject({
    status: 404,
    body: { code: 'ViewNotFound' },
  });
  expect(await send(ben, 'DELETE', `/v1/views/${own.id}`)).toMatchObject({ status: 204 });
  expect(await namesSeenBy(ada)).toContain('mine');
});

test('a view of a list that the caller may not read is refused', async () => {
  const clerk = await newCaller('state/read');
  expect(await send(clerk, 'POST', '/v1/views', { list: 'logs', name: 'x' })).toMatchObject({
    status: 403,
    body: { code: 'InsufficientScope' },
  });
  for (const given of [{ list: 'state' }, { list: 'tasks', storeName: 'drafts' }])
    expect(await send({ token: service.allKey }, 'POST', '/v1/views', { name: 'x', ...given })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/storeName' }] },
    });
});

test("others' shared views are changed by those who manage operators, and by nobody else", async () => {
  const [ada, ben, manager] = await Promise.all([
    newCaller('tasks/read'),
    newCaller('tasks/read'),
    newCaller('tasks/read', 'operators/manage'),
  ]);
  const { id } = await make(ada, { name: 'before', isShared: true });
  const path = `/v1/views/${id}`;
  for (const [method, body] of [['PATCH', { name: 'x' }], ['DELETE']] as const)
    expect(await send(ben, method, path, body)).toMatchObject({ status: 403, body: { code: 'InsufficientScope' } });
  expect(await send(manager, 'PATCH', path, { name: 'after' })).toMatchObject({
    status: 200,
    body: { name: 'after', isOwn: false, canChange: true },
  });
  expect(await namesSeenBy(ada)).toEqual(expect.arrayContaining(['after']));
  expect(await send(manager, 'DELETE', path)).toMatchObject({ status: 204 });
  expect(await namesSeenBy(ada)).not.toContain('after');
});

test('the second of two changes of the same version is refused', async () => {
  const ada = await newCaller('tasks/read');
  const { id, etag } = await make(ada, {});
  const change = (body: object) => send(ada, 'PATCH', `/v1/views/${id}`, body, { 'if-match': etag });
  const first = await change({ filter: 'status:failed' });
  expect(first).toMatchObject({ status: 200, body: { filter: 'status:failed' } });
  expect((first.body as View).etag).not.toBe(etag);
  expect(await change({ filter: 'status:running' })).toMatchObject({ status: 412 });
  expect(await send(ada, 'DELETE', `/v1/views/${id}`, undefined, { 'if-match': etag })).toMatchObject({ status: 412 });
});

test('the private views of an operator are deleted with the operator', async () => {
  const [email, password] = ['gone@example.com', 'a good password'];
  const id = await insertOperator(service.database, { email, name: 'Gone', password, scopes: ['tasks/read'] });
  const signedIn = await service.call('POST', '/v1/sign-in', { body: { email, password } });
  const operator = { token: (signedIn.body as SignInResponse).accessToken };
  await make(operator, { name: 'private of gone' });
  await make(operator, { name: 'shared of gone', isShared: true });
  expect(await send({ token: service.allKey }, 'DELETE', `/v1/operators/${id}`)).toMatchObject({ status: 204 });
  const left = await service.database`select name from saved_view where name like '% of gone'`;
  expect(left.map(({ name }) => name)).toEqual(['shared of gone']);
});

test('views keep the order that their owner gives them, whatever page size they are read with', async () => {
  const ada = await newCaller('tasks/read');
  const [a, , c] = [await make(ada, { name: 'a' }), await make(ada, { name: 'b' }), await make(ada, { name: 'c' })];
  const own = async (query = '') => (await namesSeenBy(ada, query)).filter((name) => name.length === 1);
  expect(await send(ada, 'PATCH', `/v1/views/${c.id}`, { place: 0 })).toMatchObject({ body: { etag: c.etag } });
  expect(await own()).toEqual(['c', 'a', 'b']);
  await send(ada, 'PATCH', `/v1/views/${a.id}`, { place: 1_000 });
  expect(await own('?maxPageSize=1')).toEqual(['c', 'b', 'a']);
});

test.each([
  [{ list: 'errors', query: '' }, 'error_group'],
  [{ list: 'state', storeName: 'held', query: '' }, 'state_entry'],
])('counts of %o by one caller take turns', async (list, table) => {
  const all = { token: service.allKey };
  await send(all, 'PUT', '/v1/stores/held/entries/a', { value: 1 });
  const answers = await service.owner.begin(async (transaction) => {
    await transaction`lock table ${transaction(table)} in access exclusive mode`;
    const counts = Array.from({ length: 21 }, () => send(all, 'POST', '/v1/match-counts', { lists: [list] }));
    expect(await Promise.race(counts)).toMatchObject({ status: 429 }); // the others wait for the table, or for their turn
    return { counts };
  });
  for (const count of await Promise.all(answers.counts)) expect([200, 429]).toContain(count.status);
});

test('many counts of one request listen to its caller once', async () => {
  const warned: string[] = [];
  const note = ({ name }: Error) => warned.push(name);
  process.on('warning', note);
  const lists = Array.from({ length: 12 }, () => ({ list: 'tasks', query: 'type=none' }));
  const { status } = await send({ token: service.allKey }, 'POST', '/v1/match-counts', { lists });
  await new Promise(setImmediate); // warnings are told in a turn of their own
  process.off('warning', note);
  expect([status, warned]).toEqual([200, []]);
});

test('what matches is counted up to a bound, for each list', async () => {
  const { database } = service;
  await database`
    insert into task (id, type, queue, priority, tags, created_by, modified_by, owner)
    select 'counted ' || n, 'counted', 'default', 0, '{}', 'test', 'test', 'test' from generate_series(1, ${mostMatches + 1}) n`;
  const all = { token: service.allKey };
  for (const id of ['a/1', 'a/2', 'b'])
    await send(all, 'PUT', `/v1/stores/counted/entries/${encodeURIComponent(id)}`, { value: 1 });
  const lists = [
    { list: 'tasks', query: 'type=counted' },
    { list: 'tasks', query: 'type=counted&search=counted+100' },
    { list: 'errors', query: 'status=new' },
    { list: 'state', storeName: 'counted', query: 'prefix=a/' },
    { list: 'state', storeName: 'gone', query: '' },
  ];
  const { body } = await send(all, 'POST', '/v1/match-counts', { lists });
  expect(body).toEqual({
    counts: [
      { count: 1_000, hasMore: true },
      { count: 3, hasMore: false },
      { count: 0, hasMore: false },
      { count: 2, hasMore: false },
      { count: 0, hasMore: false },
    ],
  });
  const refused = await send(all, 'POST', '/v1/match-counts', { lists: [lists[0], { list: 'tasks', query: 'x=1' }] });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '/lists/1/query' }] } });
  const clerk = await newCaller('state/read');
  expect(await send(clerk, 'POST', '/v1/match-counts', { lists })).toMatchObject({ status: 403 });
});
