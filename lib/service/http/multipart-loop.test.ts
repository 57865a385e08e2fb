import { expect, test, vi } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { longestTurnInMs, longestTurnOf, maximumRuns } from '../../schema/testing/watch-loop.ts';
import { startTestService } from '../testing/test-service.ts';
import { bytesOf, startOtherThread } from './testing/other-thread.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // large requests on a machine that may be busy

const service = started(startTestService, 'close');
const caller = started(startOtherThread, 'end');
const MiB = 1024 * 1024;
/** JSON of this many bytes with many parts. */
const dense = (bytes: number) => `[${'[[],{"a":0}],'.repeat(bytes / 13 - 1)}0]`;

type Parts = { input: string; options?: string };
const worst: Readonly<Record<string, [status: number, parts: Parts]>> = {
  'a dense input': [201, { input: `{"value":${dense(3.9 * MiB)}}` }],
  'an input with too many values': [400, { input: `{"value":${dense(15 * MiB)}}` }],
  'options with too many values': [400, { input: '{"value":1}', options: dense(15 * MiB) }],
  'options of a long text': [400, { input: '{"value":1}', options: `{"fileName":"${'x'.repeat(15 * MiB)}"}` }],
};

/** A multipart body of these parts and a blob. */
function bodyOf(parts: Parts) {
  const part = (name: string, text: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
  const json = Object.entries(parts).map(([name, text]) => part(name, text));
  const blob = '--x\r\nContent-Disposition: form-data; name="blob"; filename="f"\r\n\r\nbytes\r\n--x--\r\n';
  return bytesOf(json.join('') + blob);
}

test.each(Object.entries(worst))('%s beside a blob never holds the event loop', async (_, [status, parts]) => {
  const bodies = Array.from({ length: maximumRuns }, () => bodyOf(parts));
  const headers = { authorization: `Bearer ${service.allKey}`, 'content-type': 'multipart/form-data; boundary=x' };
  const longest = await longestTurnOf(async () => {
    const url = `${service.url}/v1/stores/parts/entries/${crypto.randomUUID()}`;
    const body = bodies.pop();
    expect(await caller.send({ url, method: 'PUT', headers, ...(body && { body }) })).toBe(status);
  });
  expect(longest).toBeLessThan(longestTurnInMs);
});
