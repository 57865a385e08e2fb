import { expect, test } from 'vitest';
import { TaskClient } from './index.ts';
import { json, startServerAt } from './testing/local-server.ts';

test('an endpoint can be an IPv6 address', async () => {
  await using server = await startServerAt('::1', [json(200, '{"kind":"apiKey"}')]);
  expect(server.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  const client = new TaskClient(server.url, { key: 'k' });
  expect(await client.getIdentityAsync()).toEqual({ kind: 'apiKey' });
  expect(server.received[0]?.headers.host).toBe(new URL(server.url).host);
});
