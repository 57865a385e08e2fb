import { expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { startTestService, type TestRequest } from '../testing/test-service.ts';

const service = started(startTestService, 'close');

const call = (method: string, path: string, request: TestRequest = {}) =>
  service.call(method, path, { token: service.allKey, ...request });
const idsOf = ({ body }: { body: unknown }) => (body as { value: { id: string }[] }).value.map(({ id }) => id);

const odd = { 'a=b': 'c' };
const entries = '/v1/stores/tagged/entries';
const refusedAt = (pointer: string) => ({
  status: 400,
  body: {
    code: 'InvalidRequest',
    errors: [{ pointer, message: 'the key of a tag has no "=", because filters are written key=value' }],
  },
});

test('no key with an equals sign is taken, by no way in: no filter could find it', async () => {
  const entry = { id: 'odd', value: 1, tags: odd };
  expect(await call('POST', '/v1/tasks', { body: { type: 'test.echo', tags: odd } })).toMatchObject(
    refusedAt('/tags/a=b'),
  );
  expect(await call('PUT', `${entries}/odd`, { body: entry })).toMatchObject(refusedAt('/tags/a=b'));
  expect(await call('POST', '/v1/stores/tagged/bulk-save', { body: { entries: [entry] } })).toMatchObject(
    refusedAt('/entries/0/tags/a=b'),
  );
  expect(await call('POST', '/v1/stores/tagged/transaction', { body: { upserts: [entry] } })).toMatchObject(
    refusedAt('/upserts/0/tags/a=b'),
  );
  await call('POST', '/v1/tasks', { body: { type: 'test.echo', id: 'changed' } });
  expect(await call('PATCH', '/v1/tasks/changed', { body: { tags: odd } })).toMatchObject(refusedAt('/tags/a=b'));
});

test('a value may have one: the filter ends the key at the first', async () => {
  await call('POST', '/v1/tasks', { body: { type: 'test.echo', id: 'found', tags: { a: 'b=c' } } });
  await call('PUT', `${entries}/found`, { body: { id: 'found', value: 1, tags: { a: 'b=c' } } });
  expect(idsOf(await call('GET', '/v1/tasks?tag=a%3Db%3Dc'))).toEqual(['found']);
  expect(idsOf(await call('GET', `${entries}?tag=a%3Db%3Dc`))).toEqual(['found']);
});

test('such tags from before are read, kept by other changes, and can be removed', async () => {
  await call('POST', '/v1/tasks', { body: { type: 'test.echo', id: 'old', tags: { k: 'v' } } });
  await call('PUT', `${entries}/old`, { body: { id: 'old', value: 1, tags: { k: 'v' } } });
  await service.database`update task set tags = '{"a=b":"c","k":"v"}' where id = 'old'`;
  await service.database`update state_entry set tags = '{"a=b":"c","k":"v"}' where id = 'old'`;
  const kept = { body: { tags: { ...odd, k: 'v' } } };
  expect(await call('GET', '/v1/tasks/old')).toMatchObject({ status: 200, ...kept });
  expect(await call('GET', `${entries}/old`)).toMatchObject({ status: 200, ...kept });
  expect(await call('PATCH', '/v1/tasks/old', { body: { tags: { l: 'w' } } })).toMatchObject({
    status: 200,
    body: { tags: { ...odd, k: 'v', l: 'w' } },
  });
  await call('PUT', `${entries}/old`, { body: { id: 'old', value: 2 } });
  expect(await call('GET', `${entries}/old`)).toMatchObject(kept);
  const removed = await call('PATCH', '/v1/tasks/old', { body: { tags: { 'a=b': null } } });
  expect(removed).toMatchObject({ status: 200, body: { tags: { k: 'v', l: 'w' } } });
  expect(removed.text).not.toContain('a=b');
});
