import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '#contract';
import { longestTurnInMs, longestTurnOf } from '../../schema/testing/watch-loop.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await service.call('POST', '/v1/tasks', { token: service.allKey, body: { type: 'test.echo', id: 'task' } });
});
afterAll(() => service.close());

const MiB = 1024 * 1024;
const KiB = 1024;

/** JSON of this many bytes with many parts. */
const dense = (bytes: number) => `[${'[[],{"a":0}],'.repeat(bytes / 13 - 1)}0]`;
/** JSON of this many bytes with many different names. */
const names = (bytes: number) =>
  `{${Array.from({ length: bytes / 26 }, (_, at) => `"n${at + 1e6}":"text ${at}"`).join()}}`;
const entries = (count: number, value: string) =>
  `[${Array.from({ length: count }, (_, at) => `{"id":"e${at}","value":${value}}`).join()}]`;

/** The largest and densest requests of the operations that take a body. */
const requests: Readonly<Record<string, [string, string, number, () => string]>> = {
  'a sign-in': ['POST', '/v1/sign-in', 400, () => '['.repeat(limits.anonymousBodyBytes)],
  'a body with too many values': ['POST', '/v1/tasks', 400, () => dense(16 * MiB)],
  'a body that ends too early': ['POST', '/v1/tasks', 400, () => `[${names(15 * MiB)}`],
  'an event': ['POST', '/v1/tasks/task/events/e', 204, () => `{"value":${dense(250 * KiB)}}`],
  'a transaction': ['POST', '/v1/stores/loop/transaction', 200, () => `{"upserts":${entries(1, dense(3.5 * MiB))}}`],
};

test.each(Object.entries(requests))('%s never holds the event loop', async (_, [method, path, status, text]) => {
  const body = Buffer.from(text());
  const headers = { authorization: `Bearer ${service.allKey}`, 'content-type': 'application/json' };
  const longest = await longestTurnOf(async () => {
    const response = await fetch(service.url + path, { method, headers, body });
    await response.arrayBuffer();
    expect(response.status).toBe(status);
  });
  expect(longest).toBeLessThan(longestTurnInMs);
});
