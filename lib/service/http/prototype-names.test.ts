import { expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');

/** Names that mean something to JavaScript objects, here as names of members like any other. */
const value =
  '{"__proto__":{"__proto__":[1],"a":null},"constructor":{"prototype":{"x":1}},"hasOwnProperty":1,"toJSON":"x","then":2}';
const texts = '{"__proto__":"p","constructor":"c","toString":"t"}';

async function send(method: string, path: string, raw?: string, headers: Record<string, string> = {}) {
  const json = raw === undefined ? {} : { raw, headers: { 'content-type': 'application/json', ...headers } };
  const answer = await service.call(method, path, { token: service.allKey, ...json });
  expect([method, path, answer.status < 300 ? 'done' : answer.text]).toEqual([method, path, 'done']);
  return answer.text;
}

/** The text of a member of an answer, with its names in the order of the alphabet. */
function memberOf(text: string, ...path: string[]): string {
  let part: unknown = JSON.parse(text);
  for (const name of path) part = Object(part)[name];
  return sorted(part);
}

function sorted(part: unknown): string {
  if (typeof part !== 'object' || part === null) return JSON.stringify(part);
  if (Array.isArray(part)) return `[${part.map(sorted).join(',')}]`;
  const members = Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${sorted(each)}`).join(',')}}`;
}

const wholeValue = sorted(JSON.parse(value));
const wholeTexts = sorted(JSON.parse(texts));

test('a task keeps them in its input, its tags and its events', async () => {
  const created = await send('POST', '/v1/tasks', `{"type":"test.echo","id":"t","input":${value},"tags":${texts}}`);
  for (const text of [created, await send('GET', '/v1/tasks/t')]) {
    expect(memberOf(text, 'input')).toBe(wholeValue);
    expect(memberOf(text, 'tags')).toBe(wholeTexts);
  }
  const found = await send('GET', `/v1/tasks?tag=${encodeURIComponent('__proto__=p')}`);
  expect(memberOf(found, 'value', '0', 'id')).toBe('"t"');
  await send('POST', '/v1/tasks/t/events/go', `{"value":${value}}`);
  expect(memberOf(await send('GET', '/v1/tasks/t/events'), 'value', '0', 'data', 'value')).toBe(wholeValue);
});

test('a change of a task sets and removes them', async () => {
  await send('POST', '/v1/tasks', `{"type":"test.echo","id":"changed","input":{"a":1},"tags":{"a":"1"}}`);
  const patch = (body: string) => send('PATCH', '/v1/tasks/changed', body);
  expect(memberOf(await patch(`{"tags":${texts},"input":${value}}`), 'tags')).toBe(
    sorted({ ...JSON.parse(texts), a: '1' }),
  );
  expect(memberOf(await patch('{"tags":{"__proto__":null}}'), 'tags')).toBe(
    '{"a":"1","constructor":"c","toString":"t"}',
  );
  const read = await send('GET', '/v1/tasks/changed');
  expect(memberOf(read, 'input', 'constructor')).toBe('{"prototype":{"x":1}}');
  expect(memberOf(await patch('{"input":{"__proto__":{"__proto__":null,"b":2}}}'), 'tags')).toContain('constructor');
  expect(
    sorted(
      Object.getOwnPropertyDescriptor(JSON.parse(await send('GET', '/v1/tasks/changed')).input, '__proto__')?.value,
    ),
  ).toBe('{"b":2}');
});

test('an entry keeps them in its value, its tags and the metadata of its blob', async () => {
  await send('PUT', '/v1/stores/s/entries/e', `{"value":${value},"tags":${texts},"hasBlob":true}`);
  const blob = await service.call('PUT', `/v1/stores/s/blobs/e?metadata=${encodeURIComponent(texts)}`, {
    ...{ token: service.allKey, raw: 'bytes', headers: { 'content-type': 'text/plain' } },
  });
  expect(memberOf(blob.text, 'metadata')).toBe(wholeTexts);
  const read = await send('GET', '/v1/stores/s/entries/e');
  expect(memberOf(read, 'value')).toBe(wholeValue);
  expect(memberOf(read, 'tags')).toBe(wholeTexts);
  expect(memberOf(read, 'blob', 'metadata')).toBe(wholeTexts);
  const listed = await send('GET', '/v1/stores/s/entries?maxPageSize=5');
  expect(memberOf(listed, 'value', '0', 'value')).toBe(wholeValue);
});

test('a line of a log keeps them in its fields', async () => {
  await send('POST', '/v1/tasks', `{"type":"test.echo","id":"logged"}`);
  const path = '/v1/tasks/logged/history/1/logs';
  await send('POST', path, `{"entries":[{"message":"m","fields":${value}}]}`);
  expect(memberOf(await send('GET', path), 'value', '0', 'fields')).toBe(wholeValue);
});
