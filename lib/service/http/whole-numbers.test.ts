import { expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');

const send = (method: string, path: string) => service.call(method, path, { token: service.allKey });

/** Texts that `Number` accepts besides decimal digits, percent-encoded. */
const loose = ['0x10', '0b1', '1e2', '%205', '5%20', '%0a5', '%2B5', '5.0', '.5e1', '1_000', '%EF%BC%95', 'Infinity'];

const places = [
  ['query/maxPageSize', '1 to 1000', 'GET', (text: string) => `/v1/tasks?maxPageSize=${text}`],
  ['query/waitInMs', '0 to 60000', 'GET', (text: string) => `/v1/tasks/t?waitInMs=${text}`],
  ['query/waitInMs', '0 to 60000', 'GET', (text: string) => `/v1/tasks/t/completion?waitInMs=${text}`],
  ['query/sequence', '0 to 2147483647', 'GET', (text: string) => `/v1/tasks/t/history/1/logs?sequence=${text}`],
  ['query/attempt', '1 to 2147483647', 'GET', (text: string) => `/v1/tasks/t/history/1/logs?attempt=${text}`],
  ['query/windowInMs', '60000 to 2592000000', 'GET', (text: string) => `/v1/statistics?windowInMs=${text}`],
  ['query/fencingToken', '1', 'DELETE', (text: string) => `/v1/locks/l?fencingToken=${text}`],
  ['path/sequence', '0 to 2147483647', 'GET', (text: string) => `/v1/tasks/t/history/1/steps/${text}`],
  ['path/version', '1', 'GET', (text: string) => `/v1/stores/s/version/${text}/id`],
] as const;

test.each(places)('%s (from %s) takes decimal digits and nothing else', async (pointer, range, method, path) => {
  const message = `a whole number from ${range}, in decimal digits`;
  const beyond = ['-1', '9007199254740993', '99999999999999999999'];
  for (const text of [...loose, ...beyond, ...(pointer.startsWith('query/') ? [''] : [])]) {
    const answer = await send(method, path(text));
    expect(answer, `${path(text)} ${answer.text}`).toMatchObject({
      status: 400,
      body: { code: 'InvalidRequest', errors: [{ pointer, message }] },
    });
  }
});

test('digits are read as they are', async () => {
  expect((await send('GET', '/v1/tasks?maxPageSize=007')).status).toBe(200);
  expect((await send('GET', '/v1/tasks?maxPageSize=1000')).status).toBe(200);
  expect((await send('GET', '/v1/stores/s/version/9007199254740991/id')).status).toBe(404);
});
