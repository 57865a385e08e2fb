import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { reservePort } from './reserve-port.ts';

const module = fileURLToPath(new URL('./reserve-port.ts', import.meta.url));

/** Makes every choice begin at one place, so that callers meet. */
function beginAt(share: number): void {
  vi.spyOn(Math, 'random').mockReturnValue(share);
}

test('callers at the same time get different ports', async () => {
  beginAt(0.25);
  const ports = await Promise.all(Array.from({ length: 5 }, () => reservePort()));
  expect(new Set(ports).size).toBe(5);
});

test('a port stays reserved for other processes while nothing listens on it', async () => {
  beginAt(0.5);
  const port = await reservePort();
  const script = `Math.random = () => 0.5; process.send(await (await import('${module}')).reservePort());`;
  const other = fork('-', { execArgv: ['--input-type=module', '--eval', script] });
  const [otherPort] = await once(other, 'message');
  other.kill();
  expect(otherPort).not.toBe(port);
});

test('a port that a server listens on is passed over', async () => {
  beginAt(0.75);
  const server = createServer();
  const taken = await reservePort();
  server.listen(taken + 1, '127.0.0.1');
  await once(server, 'listening');
  expect(await reservePort()).toBeGreaterThan(taken + 1);
  server.close();
});
