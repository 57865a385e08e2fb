import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type Operation, operations, problem } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');
beforeAll(async () => {
  const token = service.allKey;
  await service.call('POST', '/v1/tasks', { token, body: { type: 'test.echo', id: 'known' } });
  const path = '/v1/stores/known/entries/known';
  await service.call('PUT', path, { token, body: { id: 'known', value: 1, hasBlob: true } });
  await service.call('PUT', '/v1/stores/known/blobs/known', { token, raw: 'bytes' });
  expect(await service.call('GET', '/v1/stores/known/blobs/known', { token })).toMatchObject({
    status: 200,
    text: 'bytes',
  });
});

const table: Record<string, Operation> = operations;
const names = Object.keys(table).filter((name) => name !== 'Watch' && !/^SignIn|^AcceptInvitation/.test(name)); // a stream; a throttle

const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '.',
    '..',
    '%',
    '%00',
    '%2F',
    '__proto__',
    'known',
    '1',
    '-1',
    '9223372036854775807',
    '1e9',
    'null',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-14:00',
  ),
);
const encoded = odd.map((text) => (/^%/.test(text) ? text : encodeURIComponent(text.toWellFormed())));
const hints = fc.constantFrom(
  'type',
  'id',
  'input',
  'tags',
  'value',
  'entries',
  'name',
  'scopes',
  'schedule',
  'startOn',
  'expiresOn',
  'sensitive',
  'x',
);
const value = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.jsonValue(),
    fc.constantFrom(
      'test.echo',
      'known',
      'UTC',
      '* * * * *',
      '2026-01-01T00:00:00Z',
      '9999-12-31T23:59:59-14:00',
      '/input/a',
    ),
    fc.integer(),
    fc.dictionary(hints, tie('json'), { maxKeys: 6 }),
  ),
})).json;
const body = fc.oneof(
  value.map((json) => JSON.stringify(json)),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '{"input":1e999}',
    '{"type":"test.echo","input":"\\u0000"}',
    '{"a":1,"a":2}',
    '{"id":"known","value":1}',
    '{"entries":[{"id":"known","value":-0}]}',
    '{"upserts":[{"id":"known","value":1,"ifMatch":"\\"0\\""}]}',
    '{"receipt":"x"}',
    '--x\r\ncontent-disposition: form-data; name="input"\r\n\r\n{"id":"known","value":1}\r\n--x--\r\n',
    `${'{"a":'.repeat(300)}1`,
  ),
);
const header = fc.dictionary(
  fc.constantFrom(
    'if-match',
    'if-none-match',
    'range',
    'if-range',
    'idempotency-key',
    'taskdeck-isolation',
    'tus-resumable',
    'upload-offset',
    'upload-length',
    'upload-metadata',
    'x-request-id',
    'content-type',
    'x-forwarded-for',
    'host',
    'accept',
  ),
  fc.oneof(
    fc.string({ unit: 'grapheme-ascii', maxLength: 30 }),
    fc.constantFrom(
      '*',
      '"1"',
      'bytes=0-1',
      'bytes=9-',
      'isolated',
      '1.0.0',
      '3',
      `input ${Buffer.from('{"storeName":"known","id":"known"}').toString('base64')}`,
      'application/offset+octet-stream',
      'multipart/form-data; boundary=x',
    ),
  ),
  { maxKeys: 4 },
);

async function contentsOf(): Promise<string> {
  const [row] = await service.database<{ digest: string }[]>`
    select md5(concat(
      (select string_agg(task::text, '' order by key) from task),
      (select string_agg(active_run::text, '' order by task_key) from active_run),
      (select string_agg(run::text, '' order by task_key, run_count) from run),
      (select count(*) from external_event), (select count(*) from log_entry),
      (select string_agg(concat(store_key, id, change), '' order by store_key, id) from state_entry),
      (select string_agg(concat(store_key, id, version), '' order by store_key, id, version) from state_version),
      (select string_agg(concat(name, namespace, policy::text), '' order by key) from state_store),
      (select count(*) from blob),
      (select string_agg(operator::text, '' order by id) from operator),
      (select string_agg(id::text, '' order by id) from api_key),
      (select string_agg(secret::text, '' order by name) from secret))) as digest`;
  return row?.digest ?? '';
}

test('whatever is sent, the answer is a success or a problem below 500, and a problem changed nothing', async () => {
  let before = await contentsOf();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      fc.array(encoded, { minLength: 3, maxLength: 3 }),
      fc.array(
        fc.tuple(
          fc.oneof(
            encoded,
            fc.constantFrom('maxPageSize', 'status', 'search', 'force', 'waitInMs', 'createdAfter', 'modifiedBefore'),
          ),
          encoded,
        ),
        {
          maxLength: 3,
        },
      ),
      fc.option(body, { nil: undefined }),
      header,
      async (name, parts, query, raw, headers) => {
        const operation = table[name];
        if (operation === undefined) throw new Error(name);
        let part = 0;
        const path = operation.path.replaceAll(/\{\w+\}/g, () => parts[part++ % parts.length] || 'known');
        const search = query.map(([key, text]) => `${key}=${text}`).join('&');
        const answer = await service.call(operation.method, path + (search === '' ? '' : `?${search}`), {
          token: service.allKey,
          headers,
          ...(raw === undefined || operation.method === 'GET' ? {} : { raw }),
        });
        if (answer.status < 400) {
          before = await contentsOf();
          return;
        }
        expect(answer.status, `${name} ${path} ${search} ${raw}: ${answer.text}`).toBeLessThan(500);
        expect(problem.safeParse(answer.body).success, answer.text).toBe(true);
        if (operation.method !== 'GET') expect(await contentsOf(), `${name} ${path} ${raw}`).toBe(before);
      },
    ),
    { numRuns: 1_000, interruptAfterTimeLimit: 8_000 },
  );
}, 30_000);
