import { beforeAll, expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { registerType, startTestService, type TestAnswer } from '../testing/test-service.ts';
import { untilRecorded } from '../testing/until-recorded.ts';

const service = started(startTestService, 'close');
beforeAll(async () => {
  for (const type of ['billing.run', 'mail.send']) await registerType(service.database, type);
});

const call = (method: string, path: string, token: string, body?: unknown) =>
  service.call(method, path, { token, ...(body !== undefined && { body }) });
const codeOf = ({ body }: TestAnswer) => (body as { code?: string }).code;

type Listed = { value: { id: string; status?: string; values?: object }[]; nextLink?: string };

/** Every page of a list, and the tokens between them. */
async function readAll(query: string, token: string): Promise<{ ids: string[]; tokens: string[] }> {
  const [ids, tokens]: [string[], string[]] = [[], []];
  for (let path: string | undefined = `/v1/tasks?${query}`; path !== undefined; ) {
    const answer: TestAnswer = await call('GET', path, token);
    expect(answer.status, answer.text).toBe(200);
    const { value, nextLink } = answer.body as Listed;
    ids.push(...value.map(({ id }) => id));
    const next: URL | undefined = nextLink === undefined ? undefined : new URL(nextLink);
    path = next && next.pathname + next.search;
    if (next) tokens.push(next.searchParams.get('continuationToken') ?? '');
  }
  return { ids, tokens };
}

test('lists are sorted by a path once its index is ready, inside of bounds, and page tokens tell no value', async () => {
  const create = (id: string, type: string, total: unknown, more = {}) =>
    call('POST', '/v1/tasks', service.allKey, { id, type, input: { total }, ...more });
  await create('b2', 'billing.run', 2);
  await create('m1', 'mail.send', 'outside-secret');
  await create('b10', 'billing.run', 10);
  await create('b-hidden', 'billing.run', 5, { sensitive: ['/input/total'] });
  const order = 'orderBy=/input/total%20asc';
  const before = await call('GET', `/v1/tasks?${order}`, service.allKey);
  expect([before.status, codeOf(before)]).toEqual([400, 'InvalidRequest']);
  expect(before.text).toContain('POST /v1/value-indexes with');
  const odd = await call('GET', '/v1/tasks?orderBy=total', service.allKey);
  expect([odd.status, odd.text]).toEqual([400, expect.stringContaining('or a path with asc or desc')]);

  const made = await call('POST', '/v1/value-indexes', service.allKey, { path: '/input/total' });
  expect([made.status, made.body]).toEqual([
    201,
    expect.objectContaining({ path: '/input/total', status: 'building' }),
  ]);
  await expect
    .poll(async () => (await call('GET', '/v1/value-indexes', service.allKey)).body)
    .toMatchObject({ value: [{ status: 'ready', entryCount: 4 }] });
  const all = await readAll(`${order}&maxPageSize=1`, service.allKey);
  expect(all.ids).toEqual(['b2', 'b10', 'm1', 'b-hidden']);
  for (const token of all.tokens)
    expect(Buffer.from(token.slice(16), 'base64url').toString('latin1')).not.toMatch(/value|outside/);
  const bounded = await service.boundedKey({ types: ['billing.*'] });
  expect((await readAll(`${order}&maxPageSize=1`, bounded)).ids).toEqual(['b2', 'b10', 'b-hidden']);
  expect((await readAll('orderBy=/input/total%20desc&type=billing.run', service.allKey)).ids).toEqual([
    'b10',
    'b2',
    'b-hidden',
  ]);
  const seen = (await call('GET', '/v1/value-indexes', bounded)).body;
  expect(seen).toEqual({ value: [expect.not.objectContaining({ entryCount: 4 })] });
  const forged = `${all.tokens[0]?.slice(0, 16)}AAAA.key`;
  const refused = await call('GET', `/v1/tasks?${order}&maxPageSize=1&continuationToken=${forged}`, service.allKey);
  expect([refused.status, codeOf(refused)]).toEqual([400, 'InvalidContinuationToken']);
});

test('an index is asked for and deleted by who manages operators, and both are audited', async () => {
  const reader = await service.key('tasks/read');
  const bounded = await service.boundedKey({ types: ['billing.*'] });
  const wanted = { path: '/output/sum', type: 'mail.send' };
  expect(codeOf(await call('POST', '/v1/value-indexes', reader, wanted))).toBe('InsufficientScope');
  expect(codeOf(await call('POST', '/v1/value-indexes', bounded, wanted))).toBe('OutsideBounds');
  const bad = await call('POST', '/v1/value-indexes', service.allKey, { path: '/steps/x' });
  expect([bad.status, bad.text]).toEqual([400, expect.stringContaining('at or below /input or /output')]);
  const { body } = await call('POST', '/v1/value-indexes', service.allKey, wanted);
  const { id } = body as { id: string };
  const paths = async (token: string) =>
    ((await call('GET', '/v1/value-indexes', token)).body as { value: { path: string }[] }).value.map(
      ({ path }) => path,
    );
  expect(await paths(reader)).toContain('/output/sum');
  expect(await paths(bounded)).not.toContain('/output/sum');
  expect(codeOf(await call('DELETE', `/v1/value-indexes/${id}`, reader))).toBe('InsufficientScope');
  for (const count of [1, 2]) {
    expect((await call('DELETE', `/v1/value-indexes/${id}`, service.allKey)).status).toBe(204);
    await untilRecorded(service.database);
    const rows = await service.database`
      select from audit_record where operation = 'DeleteValueIndex' and target_id = ${id} and outcome = 'succeeded'`;
    expect(rows).toHaveLength(count);
  }
  await untilRecorded(service.database);
  const [created] = await service.database`
    select detail from audit_record where operation = 'CreateValueIndex' and target_id = ${id}`;
  expect(created?.detail).toBe('/output/sum, type mail.send');
});
