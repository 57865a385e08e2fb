import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { scopes } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { hashToken } from '../access/session.ts';
import { startTestService } from '../testing/test-service.ts';
import { untilRecorded } from '../testing/until-recorded.ts';

const service = started(startTestService, 'close');
const half = Buffer.alloc(500_000);
const id = 'e';

const whole = Buffer.from(
  [
    '--x\r\nContent-Disposition: form-data; name="input"\r\n\r\n{"value":2,"hasBlob":true}\r\n',
    '--x\r\nContent-Disposition: form-data; name="blob"; filename="b"\r\n\r\n',
  ].join(''),
);

const uploads = {
  UploadBlob: async () => ({ method: 'PUT', path: `/v1/stores/up/blobs/${id}`, headers: {}, start: half }),
  SaveState: async () => ({
    method: 'PUT',
    path: `/v1/stores/up/entries/${id}`,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    start: Buffer.concat([whole, half]),
  }),
  AppendUpload: async (token: string) => {
    const input = Buffer.from(JSON.stringify({ storeName: 'up', id })).toString('base64');
    const tus = { 'tus-resumable': '1.0.0' };
    const headers = { ...tus, 'upload-length': '1000000', 'upload-metadata': `input ${input}` };
    const begun = await service.call('POST', '/v1/uploads', { token, headers });
    const { pathname } = new URL(begun.headers.get('location') ?? '', service.url);
    const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
    return { method: 'PATCH', path: pathname, headers: { ...tus, ...type }, start: half };
  },
};

const losses = {
  'its key was deleted': [
    401,
    'Unauthenticated',
    (key: Buffer) => service.database`delete from api_key where key_hash = ${key}`,
  ],
  'its key lost the scope': [
    403,
    'InsufficientScope',
    (key: Buffer) => service.database`update api_key set scopes = '{state/read}' where key_hash = ${key}`,
  ],
  'its key got other bounds': [
    403,
    'OutsideBounds',
    (key: Buffer) => service.database`update api_key set bounds = '{"stores":["other"]}' where key_hash = ${key}`,
  ],
} as const;

afterEach(async () => {
  await service.database`delete from blob_upload`;
});

const cases = Object.keys(uploads).flatMap((operation) => Object.keys(losses).map((why) => ({ operation, why })));

test.each(cases)('$operation is refused, told why and recorded when $why', async ({ operation, why }) => {
  await service.call('PUT', `/v1/stores/up/entries/${id}`, {
    token: service.allKey,
    body: { value: 1, hasBlob: true },
  });
  const token = await service.key(...scopes);
  const { method, path, headers, start } = await uploads[operation as keyof typeof uploads](token);
  const [status, code, lose] = losses[why as keyof typeof losses];
  const sending = request(service.url + path, { method, headers: { authorization: `Bearer ${token}`, ...headers } });
  const answered = new Promise<{ statusCode?: number | undefined; body: unknown }>((resolve, reject) => {
    sending.on('error', reject);
    sending.on('response', async (response) =>
      resolve({ statusCode: response.statusCode, body: await json(response) }),
    );
  });
  sending.write(start);
  // it has begun: a resumable upload is there before, and is held by the request that adds bytes
  const begun = () => service.database`select from blob_upload where not is_resumable or held_by is not null`;
  await expect.poll(async () => (await begun()).length).toBe(1);
  await lose(hashToken(token));
  expect(await answered).toMatchObject({ statusCode: status, body: { code } });
  sending.destroy();
  const entry = await service.call('GET', `/v1/stores/up/entries/${id}`, { token: service.allKey });
  expect(entry.body).toMatchObject({ value: 1 });
  expect(entry.body).not.toHaveProperty('blob');
  await untilRecorded(service.database);
  const [record] = await service.database<{ operation: string; outcome: string }[]>`
    select operation, outcome from audit_record where operation = ${operation} order by id desc limit 1`;
  expect(record?.outcome).not.toBe('succeeded');
});
