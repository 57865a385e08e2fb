import { expect, test } from 'vitest';
import { scopes } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { startTestService, type TestAnswer } from '../testing/test-service.ts';

const service = started(startTestService, 'close');

/** A check against this takes longer with each `a`. */
const slow = { type: 'object', properties: { a: { type: 'string', pattern: '^(?:(?:a+)+\\$|a+!)$' } } };
const value = { a: `${'a'.repeat(24)}!` };

/** More than are checked at once, so that the last one waits for the others. */
const many = Array.from({ length: 12 }, (_, index) => `${index}`);

/** Sends changes with a new key, and deletes the key when the first one is answered. */
async function whileRevoked(change: (id: string, token: string) => Promise<TestAnswer>): Promise<TestAnswer[]> {
  const token = await service.key(...scopes);
  const [made] = await service.database<{ id: string }[]>`select id from api_key order by created_on desc limit 1`;
  const changes = many.map((id) => change(id, token));
  await Promise.race(changes);
  const path = `/v1/api-keys/${made?.id}`;
  expect((await service.call('DELETE', path, { token: service.allKey })).status).toBe(204);
  return Promise.all(changes);
}

const slowStore = (name: string) =>
  service.call('PUT', `/v1/stores/${name}/policy`, { token: service.allKey, body: { schema: slow } });

async function entriesOf(store: string): Promise<number> {
  const { body } = await service.call('GET', `/v1/stores/${store}/entries`, { token: service.allKey });
  return (body as { value: unknown[] }).value.length;
}

test('a key that is deleted while its values wait to be checked saves none of them', async () => {
  await slowStore('slow');
  const answers = await whileRevoked((id, token) =>
    service.call('PUT', `/v1/stores/slow/entries/${id}`, { token, body: { id, value } }),
  );
  expect(answers.at(-1)).toMatchObject({ status: 401 });
  expect(await entriesOf('slow')).toBe(answers.filter(({ status }) => status === 201).length);
});

test.each(['bulk-save', 'transaction'])('nor with a %s', async (operation) => {
  await slowStore(operation);
  const body = (id: string) => {
    const entries = [
      { id, value },
      { id: `${id}-too`, value },
    ];
    return operation === 'bulk-save' ? { entries } : { upserts: entries, deletes: [] };
  };
  const answers = await whileRevoked((id, token) =>
    service.call('POST', `/v1/stores/${operation}/${operation}`, { token, body: body(id) }),
  );
  expect(answers.at(-1)).toMatchObject({ status: 401 });
  expect(await entriesOf(operation)).toBe(2 * answers.filter(({ status }) => status === 200).length);
});

test('a key that is deleted while inputs wait to be checked creates no task', async () => {
  await service.owner`update task_type set input_schema = ${JSON.stringify(slow)} where type = 'test.echo'`;
  const answers = await whileRevoked((id, token) =>
    service.call('POST', '/v1/tasks', { token, body: { id, type: 'test.echo', input: value } }),
  );
  expect(answers.at(-1)).toMatchObject({ status: 401 });
  const created = await service.database`select from task where type = 'test.echo'`;
  expect(created.length).toBe(answers.filter(({ status }) => status === 201).length);
});
