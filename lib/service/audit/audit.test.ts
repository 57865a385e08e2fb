import { expect, test, vi } from 'vitest';
import type { AuditRecord } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { adminEmail, adminPassword, startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');

type Answer = { value: AuditRecord[]; nextLink?: string };
const list = async (query: string): Promise<Answer> =>
  (await service.call('GET', `/v1/audit?${query}`, { token: service.allKey })).body as Answer;

test('a change leaves who, what, on what, from where and how it went; never a value', async () => {
  await service.call('PUT', '/v1/secrets/TOKEN', {
    token: service.allKey,
    body: { value: 'hush-hush' },
    headers: { 'x-request-id': 'set-1', 'x-forwarded-for': '198.51.100.7' },
  });
  await service.call('PUT', '/v1/secrets/TOKEN', { token: await service.key('secrets/read'), body: { value: 'x' } });
  const { value } = await list('target=TOKEN');
  expect(value).toMatchObject([
    { operation: 'SetSecret', outcome: 'refused', status: 403, detail: expect.stringContaining('secrets/manage') },
    {
      operation: 'SetSecret',
      outcome: 'succeeded',
      status: 201,
      requestId: 'set-1',
      sourceAddress: '198.51.100.7',
      target: { kind: 'secret', id: 'TOKEN' },
      identity: { kind: 'apiKey', name: 'test key' },
    },
  ]);
  expect(JSON.stringify(value)).not.toContain('hush');
});

test('sign-ins are there, right and wrong, without the password', async () => {
  await service.call('POST', '/v1/sign-in', { body: { email: adminEmail, password: 'secret guess' } });
  await service.call('POST', '/v1/sign-in', { body: { email: adminEmail, password: adminPassword } });
  const { value } = await list('operation=SignIn');
  expect(value).toMatchObject([
    { outcome: 'succeeded', identity: { kind: 'operator', name: adminEmail } },
    { outcome: 'refused', status: 401, identity: { kind: 'anonymous' }, target: { id: adminEmail } },
  ]);
  expect(JSON.stringify(value)).not.toMatch(/secret guess|correct horse/);
});

test('pages follow nextLink through every record once, with the filters kept', async () => {
  await Promise.all(
    Array.from({ length: 25 }, (_, index) =>
      service.call('DELETE', `/v1/secrets/S${index}`, { token: service.allKey }),
    ),
  );
  const seen: string[] = [];
  let next: string | undefined = `${service.url}/v1/audit?operation=DeleteSecret&outcome=succeeded&maxPageSize=10`;
  while (next !== undefined) {
    const page = (await service.call('GET', next.slice(service.url.length), { token: service.allKey })).body as Answer;
    seen.push(...page.value.map((record) => record.target?.id ?? ''));
    next = page.nextLink;
    if (next !== undefined) expect(next).toMatch(new RegExp(`^${service.url}/v1/audit\\?.*operation=DeleteSecret`));
  }
  expect(seen.length).toBe(25);
  expect(new Set(seen).size).toBe(25);
});

test('a time range, an identity and an outcome narrow the trail', async () => {
  const at = (hour: number) => `2001-02-03T0${hour}:00:00.000Z`;
  for (const hour of [1, 2, 3, 4])
    await service.owner`
      insert into audit_record (occurred_on, identity_kind, identity_id, identity_name, operation, target_kind,
        target_id, source_address, request_id, outcome, status)
      values (${at(hour)}, 'apiKey', ${hour < 3 ? 'key-1' : 'key-2'}, ${`name ${hour}`}, 'SetSecret', 'secret', 'range',
        '::1', ${`hour ${hour}`}, ${hour % 2 === 0 ? 'refused' : 'succeeded'}, 200)`;
  const hours = async (query: string) =>
    (await list(`target=range&${query}`)).value.map(({ occurredOn }) => Number(occurredOn.slice(12, 13)));
  expect(await hours('')).toEqual([4, 3, 2, 1]);
  expect(await hours(`occurredBefore=${at(3)}`)).toEqual([2, 1]);
  expect(await hours(`occurredAfter=${at(3)}`)).toEqual([4, 3]);
  expect(await hours(`occurredAfter=${at(2)}&occurredBefore=${at(4)}`)).toEqual([3, 2]);
  expect(await hours('occurredAfter=2999-01-01T00:00:00Z')).toEqual([]);
  expect(await hours('occurredBefore=2000-01-01T00:00:00Z')).toEqual([]);
  expect(await hours('identity=key-1')).toEqual([2, 1]);
  expect(await hours('identity=name%203')).toEqual([3]);
  expect(await hours('outcome=refused')).toEqual([4, 2]);
  expect(await hours('operation=SetSecret&outcome=succeeded')).toEqual([3, 1]);
  expect(await hours('operation=DeleteSecret')).toEqual([]);
});

test('a change that was answered has its record in the list; a retry with the same key says that it is one', async () => {
  const headers = { 'idempotency-key': 'audited', 'x-request-id': 'audited' };
  const save = () =>
    service.call('PUT', '/v1/stores/s/entries/audited', {
      token: service.allKey,
      body: { id: 'audited', value: 1 },
      headers,
    });
  await save();
  expect((await list('target=s%2Faudited')).value).toMatchObject([{ operation: 'SaveState', requestId: 'audited' }]);
  await save();
  expect((await list('target=s%2Faudited')).value[0]?.detail).toContain('Idempotency-Key');
});

test('a read that lacks its scope is there; one that is allowed or not found is not', async () => {
  const token = await service.key('tasks/read');
  for (const path of ['/v1/stores/s/entries/secret', '/v1/tasks', '/v1/tasks/nothing', '/v1/audit'])
    await service.call('GET', path, { token });
  const { value } = await list('outcome=refused&maxPageSize=1000');
  const reads = value.filter(({ operation }) => /^(Get|List)/.test(operation));
  expect(reads).toMatchObject([
    { operation: 'ListAudit', status: 403 },
    { operation: 'GetState', status: 403, target: { kind: 'state', id: 's/secret' } },
  ]);
});

test('refused reads of one address are recorded up to a bound', async () => {
  const token = await service.key();
  const headers = { 'x-forwarded-for': '203.0.113.200' };
  const middleOfMinute = Math.floor(Date.now() / 60_000) * 60_000 + 30_000;
  vi.useFakeTimers({ toFake: ['Date'], now: middleOfMinute });
  const paths = Array.from({ length: 320 }, (_, index) => `/v1/tasks/refused-${index}`);
  await Promise.all(paths.map((path) => service.call('GET', path, { token, headers })));
  vi.useRealTimers();
  const [row] = await service.database<{ count: number }[]>`
    select count(*)::int as count from audit_record where source_address = '203.0.113.200'`;
  expect(row?.count).toBe(300);
});

test('a read that shows sensitive values says whose, never the values', async () => {
  await service.call('PUT', '/v1/stores/people/entries/ada', {
    token: service.allKey,
    body: { id: 'ada', value: { ssn: 'S-1', name: 'Ada' }, sensitive: ['/ssn'] },
  });
  const body = { type: 'test.echo', id: 'hidden', input: { pin: 'P-1' }, sensitive: ['/input/pin'] };
  await service.call('POST', '/v1/tasks', { token: service.allKey, body });
  const blind = await service.key('state/read', 'tasks/read', 'steps/read', 'events/read');
  const paths = [
    '/v1/stores/people/entries/ada',
    '/v1/stores/people/entries',
    '/v1/tasks/hidden',
    '/v1/tasks?includeInput=true',
    '/v1/tasks/hidden/history?includeInput=true',
  ];
  for (const path of [...paths, '/v1/tasks']) {
    await service.call('GET', path, { token: blind });
    expect((await service.call('GET', path, { token: service.allKey })).status).toBe(200);
  }
  const { value } = await list('outcome=succeeded&maxPageSize=1000');
  const reads = value.filter(({ detail }) => detail?.startsWith('sensitive values shown'));
  expect(reads.map(({ operation, detail }) => [operation, detail?.slice('sensitive values shown: '.length)])).toEqual([
    ['ListTaskHistory', 'task hidden run 1 /input/pin'],
    ['ListTasks', 'task hidden /input/pin'],
    ['GetTask', 'task hidden /input/pin'],
    ['ListState', 'entry people/ada /ssn'],
    ['GetState', 'entry people/ada /ssn'],
  ]);
  expect(reads.at(-1)).toMatchObject({ target: { kind: 'state', id: 'people/ada' }, identity: { kind: 'apiKey' } });
  expect(JSON.stringify(value)).not.toMatch(/S-1|P-1/);
});

test('a refresh of a session is there, and one that is refused', async () => {
  const signedIn = await service.call('POST', '/v1/sign-in', { body: { email: adminEmail, password: adminPassword } });
  const { refreshToken } = signedIn.body as { refreshToken: string };
  for (const token of [refreshToken, refreshToken, 'guessed', refreshToken])
    await service.call('POST', '/v1/sign-in/refresh', { body: { refreshToken: token } });
  const { value } = await list('operation=RefreshSignIn');
  expect(value).toMatchObject([
    { outcome: 'refused', status: 401, identity: { kind: 'anonymous' } },
    { outcome: 'succeeded', identity: { kind: 'operator', name: adminEmail }, target: { id: adminEmail } },
  ]);
  expect(JSON.stringify(value)).not.toContain(refreshToken);
});

const recordsOf = async (address: string) =>
  (await list('maxPageSize=1000')).value.filter(({ sourceAddress }) => sourceAddress === address);

test('the same refused read leaves one record, another caller or target its own', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.201' };
  for (const token of [await service.key('state/read'), await service.key()])
    for (const path of ['/v1/tasks/a', '/v1/tasks/a', '/v1/tasks/b', '/v1/tasks/a', '/v1/tasks', '/v1/tasks?type=x'])
      expect((await service.call('GET', path, { token, headers })).status).toBe(403);
  const records = await recordsOf('203.0.113.201');
  expect(records.map(({ operation, target }) => `${operation} ${target?.id}`).sort()).toEqual(
    ['GetTask a', 'GetTask b', 'ListTasks undefined'].flatMap((each) => [each, each]),
  );
});

test('values that are read again and again leave one record, values that come to be shown another', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.202' };
  const save = (id: string, sensitive: string[]) =>
    service.call('PUT', `/v1/stores/polled/entries/${id}`, {
      token: service.allKey,
      body: { id, value: { a: 1, b: 2 }, sensitive },
    });
  const read = async (path = '/v1/stores/polled/entries') => {
    const token = service.allKey;
    const answers = await Promise.all([1, 2, 3].map(() => service.call('GET', path, { token, headers })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  };
  await save('one', ['/a']);
  await read();
  await save('two', ['/a']);
  await read();
  await save('two', ['/a', '/b']);
  await read();
  await read('/v1/stores/polled/entries/one');
  const records = await recordsOf('203.0.113.202');
  expect(records.toReversed().map(({ operation, detail }) => [operation, detail?.split(': ')[1]])).toEqual([
    ['ListState', 'entry polled/one /a'],
    ['ListState', 'entry polled/two /a'],
    ['ListState', 'entry polled/two /a /b'],
    ['GetState', 'entry polled/one /a'],
  ]);
});
