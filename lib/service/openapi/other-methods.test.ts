import { beforeAll, expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';
import { openApiDocument } from './document.ts';

type Document = {
  paths: Record<string, Record<string, { responses: Record<string, { headers?: object; content?: object }> }>>;
};

/** What every answer has, or the connection. The document does not list them for each. */
const ofEvery = [
  ...['cache-control', 'connection', 'content-security-policy', 'content-type', 'date', 'keep-alive'],
  ...['ratelimit', 'ratelimit-policy', 'referrer-policy', 'x-content-type-options'],
];
const { paths } = openApiDocument('/') as Document;
const service = started(startTestService, 'close');
let etag = '';
let upload = '';

beforeAll(async () => {
  const token = service.allKey;
  await service.call('PUT', '/v1/stores/s/entries/e', { token, body: { value: 1, hasBlob: true } });
  const text = { 'content-type': 'text/plain' };
  const put = await service.call('PUT', '/v1/stores/s/blobs/e', { token, raw: 'some bytes', headers: text });
  etag = put.headers.get('etag') ?? '';
  const input = Buffer.from('{"storeName":"s","id":"e","overwrite":true}').toString('base64');
  const tus = { 'tus-resumable': '1.0.0', 'upload-length': '10', 'upload-metadata': `input ${input}` };
  const begun = await service.call('POST', '/v1/uploads', { token, headers: tus });
  upload = begun.headers.get('location') ?? '';
});

const blob = '/v1/stores/{storeName}/blobs/{id}';
test.each([
  ['get', blob, '200', {}],
  ['get', blob, '206', { range: 'bytes=0-3' }],
  ['get', blob, '304', { 'if-none-match': '*' }],
  ['get', blob, '304', { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' }],
  ['head', blob, '200', { range: 'bytes=0-3' }],
  ['head', blob, '304', { 'if-none-match': '*' }],
  ['head', blob, '412', { 'if-match': '"other"' }],
  ['head', '/v1/uploads/{uploadId}', '200', { 'tus-resumable': '1.0.0' }],
  ['head', '/v1/uploads/{uploadId}', '412', { 'tus-resumable': '0.2.0' }],
  ['options', '/v1/uploads/{uploadId}', '204', {}],
  ['options', '/v1/uploads', '204', {}],
])('%s %s answers %s with the headers of the document', async (method, path, status, headers) => {
  const described = paths[path]?.[method]?.responses[status];
  const place = path.replace('/v1/uploads/{uploadId}', upload).replace('{storeName}', 's').replace('{id}', 'e');
  const token = method === 'options' ? undefined : service.allKey;
  const answer = await service.call(method.toUpperCase(), place, { token, headers });
  expect([String(answer.status), answer.headers.get('etag') ?? etag]).toEqual([status, etag]);
  if (method === 'head') expect([answer.text, described?.content]).toEqual(['', undefined]);
  if (method !== 'options') expect(answer.headers.get('ratelimit')).toMatch(/^"requests";r=/);
  if (Number(status) >= 400) return expect(described).toBeDefined();
  const documented = Object.keys(described?.headers ?? {}).map((name) => name.toLowerCase());
  const answered = [...answer.headers.keys()].filter((name) => !ofEvery.includes(name));
  expect(documented.sort()).toEqual(answered.sort());
});
