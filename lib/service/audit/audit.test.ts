import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditRecord } from '#contract';
import { adminEmail, adminPassword, startTestService, type TestService } from '../testing/test-service.ts';
import { createRefusalBudget } from './entry.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

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
      status: 200,
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
  const [middle] = (await list('maxPageSize=1')).value;
  const at = middle?.occurredOn ?? '';
  expect((await list(`occurredBefore=${at}`)).value.every((record) => record.occurredOn < at)).toBe(true);
  expect((await list(`occurredAfter=${at}`)).value.every((record) => record.occurredOn >= at)).toBe(true);
  expect((await list('occurredAfter=2999-01-01T00:00:00Z')).value).toEqual([]);
  expect((await list(`identity=${adminEmail}`)).value.length).toBe(1);
  expect((await list('outcome=refused')).value.every((record) => record.outcome === 'refused')).toBe(true);
});

test('a flood of refusals from one address fills only its share', () => {
  const allow = createRefusalBudget();
  const allowed = Array.from({ length: 1_000 }, () => allow('203.0.113.1')).filter(Boolean);
  expect(allowed.length).toBeLessThanOrEqual(600); // 300 a minute; a minute may end meanwhile
  expect(allow('203.0.113.2')).toBe(true);
});
