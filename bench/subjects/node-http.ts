import { fork } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { answer } from './measure.ts';
import { receiveBytes, sendBytes, type Target } from './stream-bytes.ts';

const warmUpInMiB = 64;
const highWaterMark = 1024 * 1024;

/**
 * The lower limit of the cost of a blob: `node:http` in a separate process, which writes a body to a file (durable when
 * answered) and reads it back.
 */
function serve(folder: string): void {
  const path = join(folder, 'blob');
  const server = createServer(async (request, response) => {
    if (request.method === 'PUT') {
      await pipeline(request, createWriteStream(path, { highWaterMark }));
      const file = await open(path, 'r+');
      await file.sync();
      await file.close();
      response.end();
    } else {
      response.setHeader('content-length', (await stat(path)).size);
      await pipeline(createReadStream(path, { highWaterMark }), response);
    }
  });
  server.requestTimeout = 0;
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' && address !== null ? address.port : 0);
  });
}

/** Runs a measure against a server that is then removed with its file. */
async function withServer(measure: (target: Target) => Promise<number>): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-http-'));
  const server = fork(fileURLToPath(import.meta.url), ['serve', folder]);
  try {
    const port = await new Promise<number>((resolve) => server.once('message', (told) => resolve(Number(told))));
    const target = { port, path: '/' };
    await sendBytes(target, warmUpInMiB);
    return await measure(target);
  } finally {
    server.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}

const [, , mode, folder] = process.argv;
if (mode === 'serve' && folder !== undefined) serve(folder);
else
  await answer({
    blobUp: ({ total }) => withServer((target) => sendBytes(target, total)),
    blobDown: ({ total }) =>
      withServer(async (target) => {
        await sendBytes(target, total);
        return receiveBytes(target);
      }),
  });
