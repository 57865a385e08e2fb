import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const MiB = 1024 * 1024;
const piece = Buffer.alloc(MiB, 'a piece of a blob, over and over. ');

export type Target = { port: number; path: string; headers?: Record<string, string> };

/** Sends this many MiB in one request. Resolves with MiB per second until the answer. */
export async function sendBytes(target: Target, amountInMiB: number): Promise<number> {
  const startedAt = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = {
    ...target.headers,
    'content-type': 'application/octet-stream',
    'content-length': String(amountInMiB * MiB),
  };
  const sent = request({ host: '127.0.0.1', port: target.port, path: target.path, method: 'PUT', headers }, resolve);
  sent.on('error', reject);
  const bytes = Readable.from(
    (function* () {
      for (let left = amountInMiB; left > 0; left--) yield piece;
    })(),
    { objectMode: false, highWaterMark: MiB },
  );
  await pipeline(bytes, sent);
  await drain(await promise);
  return (amountInMiB / (performance.now() - startedAt)) * 1000;
}

/** Reads and discards a body. Resolves with MiB per second. */
export async function receiveBytes(target: Target): Promise<number> {
  const startedAt = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const { port, path, headers = {} } = target;
  request({ host: '127.0.0.1', port, path, headers }, resolve).on('error', reject).end();
  const amount = await drain(await promise);
  return (amount / MiB / (performance.now() - startedAt)) * 1000;
}

async function drain(response: IncomingMessage): Promise<number> {
  let amount = 0;
  let start = '';
  await pipeline(
    response,
    new Writable({
      write(chunk: Buffer, _, done) {
        if (amount === 0) start = chunk.toString('utf8', 0, 500);
        amount += chunk.byteLength;
        done();
      },
    }),
  );
  if ((response.statusCode ?? 500) >= 300) throw new Error(`${response.statusCode}: ${start}`);
  return amount;
}

/** Follows the memory of a process. `stop` returns its maximum growth in MiB. */
export function watchMemory(processId: number): { stop(): number } {
  const resident = () => {
    const [, kibibytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${processId}/status`, 'utf8')) ?? [];
    return Number(kibibytes) / 1024;
  };
  const before = resident();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, resident());
  }, 50);
  return {
    stop() {
      clearInterval(timer);
      return Math.max(most, resident()) - before;
    },
  };
}
