import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type Operation, operations, scopes } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { registerType, startTestService } from '../testing/test-service.ts';
import { isPageable } from './next-link.ts';
import { repeatableByName } from './parse-input.ts';

const service = started(startTestService, 'close');
const table = Object.entries<Operation>(operations).filter(([name]) => name !== 'Watch'); // a stream without an end

/** Paths with which each list has more than one page, so that it gives a token to tamper with. */
const known: Record<string, string> = {
  id: 'known',
  storeName: 'known',
  runCount: '1',
  name: 'known',
  type: 'test.echo',
  sequence: '0',
  version: '1',
};

beforeAll(async () => {
  const { database } = service;
  for (const id of ['known', 'other']) {
    await call('POST', '/v1/tasks', { type: 'test.echo', id });
    for (const value of [1, 2]) await call('PUT', `/v1/stores/known/entries/${id}`, { id, value });
    await call('PUT', `/v1/stores/${id}/entries/known`, { id: 'known', value: 1 });
    await call('PUT', `/v1/secrets/${id}`, { value: 'hidden here' });
    await call('PUT', `/v1/locks/${id}`, {});
    await call('POST', '/v1/api-keys', { name: id, scopes: ['Data/Taskdeck.Orchestration/tasks/read'] });
    await call('POST', '/v1/operators', { email: `${id}@x.y`, name: id, password: 'a long one here', scopes: [] });
    await call('POST', '/v1/tasks/known/events/go', { value: 1 });
    await call('POST', '/v1/tasks/known/history/1/logs', { entries: [{ message: id }] });
    await registerType(database, id);
    await database`
      insert into worker (id, name, host, process_id, queues, types, slots, busy, expires_on)
      values (${id}, ${id}, 'test', 1, ${[id]}::text[], '{}', 1, 0, now() + interval '1 hour')`;
  }
  await database`
    insert into step (task_key, run_count, sequence, name, kind, status, started_on)
    select key, 1, n, 'step', 'step', 'succeeded', now() from task, generate_series(0, 1) n where id = 'known'`;
});

function call(method: string, path: string, body?: unknown) {
  return service.call(method, path, { token: service.allKey, ...(body === undefined ? {} : { body }) });
}

const texts = [
  '',
  "'",
  '"',
  '\\',
  '%',
  '*',
  '\u0000',
  '\u0001',
  '\ud800',
  '\uffff',
  '💥'.repeat(300),
  'x'.repeat(5_000),
  '-1',
  '0',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '9'.repeat(400),
  '1e308',
  'NaN',
  'Infinity',
  'true',
  'null',
  '{}',
  '[]',
  'infinity',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-14:00',
  '2026-02-30T00:00:00Z',
  '__proto__',
  'a=',
  '00000000-0000-0000-0000-000000000000',
];
/** As it stands in a URL: the lone surrogate as the three bytes that are no UTF-8. */
const encode = (text: string) => (text === '\ud800' ? '%ED%A0%80' : encodeURIComponent(text));

/** One place of a request that takes a value, and the path of the request with a value there. */
type Place = { name: string; method: string; values: readonly unknown[]; pathWith(value: unknown): string };

const pathOf = ({ path }: Operation, given: Record<string, string> = {}) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name] ?? known[name] ?? 'known');

/** Every path and query parameter of every operation. */
function parameters(): Place[] {
  return table.flatMap(([name, operation]) => {
    const { method, params = {}, query } = operation;
    const inPath = Object.keys(params).map((parameter) => ({
      values: texts.filter(Boolean),
      pathWith: (value: unknown) => pathOf(operation, { [parameter]: encode(String(value)) }),
    }));
    const inQuery = (query === undefined ? [] : [...repeatableByName(query).keys()]).map((parameter) => ({
      values: texts,
      pathWith: (value: unknown) => `${pathOf(operation)}?${parameter}=${encode(String(value))}`,
    }));
    return [...inPath, ...inQuery].map((place) => ({ name, method, ...place }));
  });
}

const positions = [...texts, -1, 0, 0.5, 2 ** 31, 2 ** 53 - 1, 2 ** 53, -(2 ** 53) + 1, 1e308, null, true, [], {}];

type NextPage = { name: string; operation: Operation; path: string; token: string };

/** The second page of every list that has one, in each order. */
async function nextPages(): Promise<NextPage[]> {
  const found: NextPage[] = [];
  for (const [name, operation] of table.filter(([, one]) => one.method === 'GET' && isPageable(one))) {
    for (const order of ordersOf(operation)) {
      const path = `${pathOf(operation)}?maxPageSize=1${order}`;
      const next = ((await call('GET', path)).body as { nextLink?: string }).nextLink;
      const token = next === undefined ? null : new URL(next).searchParams.get('continuationToken');
      if (token !== null) found.push({ name, operation, path, token });
    }
  }
  return found;
}

/** How many characters of a token say what it was made for. */
const bindingLength = 16;

/** Every value in the page tokens that the lists themselves give, and the token as a whole. */
async function tokenParts(): Promise<Place[]> {
  return (await nextPages()).flatMap(({ name, path, token }) => {
    const binding = token.slice(0, bindingLength);
    const own = Buffer.from(token.slice(bindingLength), 'base64url').toString();
    const [list, position]: unknown[] = JSON.parse(own);
    const parts = typeof position === 'object' && position !== null ? Object.keys(position) : [];
    return [undefined, ...parts].map((part) => ({
      name,
      method: 'GET',
      values: positions,
      pathWith: (value: unknown) => {
        const forged = part === undefined ? value : { ...Object(position), [part]: value };
        const text = Buffer.from(JSON.stringify([list, forged])).toString('base64url');
        return `${path}&continuationToken=${binding}${text}`;
      },
    }));
  });
}

function ordersOf({ query }: Operation): string[] {
  if (query === undefined || !repeatableByName(query).has('orderBy')) return [''];
  const problem = query.safeParse({ orderBy: '' }).error?.issues[0];
  const allowed = problem?.code === 'invalid_value' ? problem.values : [];
  return allowed.map((order) => `&orderBy=${encodeURIComponent(String(order))}`);
}

/** Sends `count` values, chosen at random, in each place. Fails with the requests that were answered 500. */
async function send(places: readonly Place[], count: number): Promise<void> {
  const chosen = fc.tuple(
    ...places.map(({ values }) => fc.shuffledSubarray([...values], { minLength: count, maxLength: count })),
  );
  const property = fc.asyncProperty(chosen, async (valuesOf) => {
    const failed: string[] = [];
    const requests = places.flatMap((place, index) =>
      (valuesOf[index] ?? []).map((value) => ({ ...place, path: place.pathWith(value) })),
    );
    const queue = requests[Symbol.iterator]();
    const work = async () => {
      for (const { name, method, path } of queue) {
        const { status, text } = await call(method, path);
        if (status >= 500) failed.push(`${name}: ${method} ${path.slice(0, 300)}: ${text}`);
      }
    };
    await Promise.all(Array.from({ length: 8 }, work));
    expect(failed).toEqual([]);
  });
  await fc.assert(property, { numRuns: 1, endOnFailure: true });
}

test('a page token goes on with its own list, filter and order for its own caller only, whatever the list', async () => {
  const pages = await nextPages();
  expect(new Set(pages.map(({ name }) => name)).size, 'lists with a second page').toBeGreaterThan(15);
  const other = await service.key(...scopes);
  let filtered = 0;
  for (const { name, operation, path, token } of pages) {
    const goesOn = async (to: string, caller = service.allKey) => {
      const { status, body } = await service.call('GET', `${to}&continuationToken=${token}`, { token: caller });
      return status === 400 ? (body as { code: string }).code : status;
    };
    expect([name, await goesOn(path), await goesOn(path.replace('=1', '=2'))]).toEqual([name, 200, 200]);
    expect([name, await goesOn(path, other)]).toEqual([name, 'InvalidContinuationToken']);
    const elsewhere = path.replace('/known', '/other');
    if (elsewhere !== path) expect([name, await goesOn(elsewhere)]).toEqual([name, 'InvalidContinuationToken']);
    const filter = await anyFilter(operation, path);
    if (filter === undefined) continue;
    filtered += 1;
    expect([name, await goesOn(filter)]).toEqual([name, 'InvalidContinuationToken']);
  }
  expect(filtered, 'lists with a filter').toBeGreaterThan(10);
}, 30_000);

/** The path of a list with one more parameter that it accepts. */
async function anyFilter({ query }: Operation, path: string): Promise<string | undefined> {
  for (const parameter of query === undefined ? [] : repeatableByName(query).keys())
    for (const value of ['known', 'true', '2026-01-01T00:00:00Z', 'error'])
      if (!path.includes(`${parameter}=`)) {
        const filtered = `${path}&${parameter}=${encode(value)}`;
        if (parameter !== 'continuationToken' && (await call('GET', filtered)).status === 200) return filtered;
      }
  return undefined;
}

test('no tampered page token is answered 500', async () => {
  const places = await tokenParts();
  expect(new Set(places.map(({ name }) => name)).size, 'lists with a second page').toBeGreaterThan(15);
  await send(places, 8);
}, 30_000);

test('no value of a path or query parameter is answered 500', async () => {
  const isChange = ({ method }: Place) => method !== 'GET';
  await send(
    parameters().filter((place) => !isChange(place)),
    3,
  ); // first, as a change may take away what is read
  await send(parameters().filter(isChange), 3);
}, 30_000);
