import { type IncomingMessage, request } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { hashToken } from '../access/session.ts';
import { startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');
const path = '/v1/stores/long/entries?maxPageSize=12';

beforeAll(async () => {
  const value = { ssn: 'x'.repeat(1_000_000) };
  for (let n = 0; n < 12; n += 1)
    await service.call('PUT', `/v1/stores/long/entries/e${n}`, { token: service.allKey, body: { value } });
  await service.call('PUT', '/v1/stores/long/policy', { token: service.allKey, body: { sensitive: ['/ssn'] } });
});

/** Asks for twelve megabytes, and takes none of them yet. */
function open(token: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(service.url + path, { headers: { authorization: `Bearer ${token}` } }, resolve)
      .on('error', reject)
      .end();
  });
}

/** Resolves with how many bytes come, and whether they are all. */
async function take(answer: IncomingMessage): Promise<{ bytes: number; isWhole: boolean }> {
  let bytes = 0;
  try {
    for await (const piece of answer) bytes += (piece as Buffer).length;
    return { bytes, isWhole: true };
  } catch {
    return { bytes, isWhole: false };
  }
}

test('an answer that a caller takes slowly is whole while the caller may have it', async () => {
  const answer = await open(await service.key('state/read', 'sensitive/read'));
  await service.key('tasks/read'); // a change of access, which is none of this caller's
  await service.call('POST', '/v1/api-keys', { token: service.allKey, body: { name: 'other', scopes: [] } });
  const { bytes, isWhole } = await take(answer);
  expect({ isWhole, isLong: bytes > 12_000_000 }).toEqual({ isWhole: true, isLong: true });
});

test.each([
  ['its key is deleted', (key: Buffer) => service.database`delete from api_key where key_hash = ${key}`],
  [
    'its key loses the scope that showed hidden values',
    (key: Buffer) => service.database`update api_key set scopes = '{state/read}' where key_hash = ${key}`,
  ],
])('the rest of an answer that is not taken yet does not leave when %s', async (_, lose) => {
  const token = await service.key('state/read', 'sensitive/read');
  const answer = await open(token);
  await lose(hashToken(token));
  const shown = async () => (await service.call('GET', '/v1/stores/long/entries/e0', { token })).text.includes('xxx');
  await expect.poll(shown, { timeout: 10_000 }).toBe(false);
  expect(await shown()).toBe(false);
  expect(await take(answer)).toMatchObject({ isWhole: false });
});
