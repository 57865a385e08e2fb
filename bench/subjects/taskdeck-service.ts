import { type ChildProcess, fork } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { Agent, request as sendRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reservePort } from '../../lib/database/testing/reserve-port.ts';
import { servingFlags } from '../../lib/launch/project.mjs';

const password = 'bench-password';

/** The service in a separate process, with a bare HTTP connection to it (at most 64 sockets) as its administrator. */
export type BenchService = {
  send(method: string, path: string, body?: unknown): Promise<string>;
  /** For a measure's own connection. */
  port: number;
  authorization: string;
  processId: number;
};

export async function startBenchService(databaseUrl: string): Promise<BenchService> {
  const port = await reservePort();
  const dataFolder = await mkdtemp(join(tmpdir(), 'bench-data-'));
  const service = fork(fileURLToPath(new URL('../../lib/service/main.ts', import.meta.url)), {
    execArgv: servingFlags,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      TASKDECK_SERVICE_PORT: String(port),
      TASKDECK_ADMIN_PASSWORD: password,
      TASKDECK_DATA: dataFolder,
    },
  });
  process.on('exit', () => {
    service.kill('SIGKILL');
    rmSync(dataFolder, { recursive: true, force: true }); // blobs are large
  });
  await ready(service);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  let authorization = '';
  const send: BenchService['send'] = (method, path, body) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const headers: Record<string, string> = { authorization };
      if (text !== undefined)
        Object.assign(headers, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
      const sent = sendRequest({ agent, port, host: '127.0.0.1', method, path, headers }, (response) => {
        let answer = '';
        response.setEncoding('utf8');
        response.on('data', (part) => {
          answer += part;
        });
        response.on('end', () => {
          if ((response.statusCode ?? 500) < 300) resolve(answer);
          else reject(new Error(`${method} ${path}: ${response.statusCode} ${answer}`));
        });
      });
      sent.on('error', reject);
      sent.end(text);
    });
  const signedIn = JSON.parse(await send('POST', '/v1/sign-in', { email: 'admin@localhost', password }));
  authorization = `Bearer ${signedIn.accessToken}`;
  if (service.pid === undefined) throw new Error('the service has no process id');
  return { send, port, authorization, processId: service.pid };
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
  });
}
