import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Context, serve, service } from '@restatedev/restate-sdk';
import { reservePort } from '../../lib/database/testing/reserve-port.ts';
import { answer, inFlight, medianMs, perSecond } from './measure.ts';

let waiting: (awakeableId: string) => void = () => {};
let resumed: (at: number) => void = () => {};

const bench = service({
  name: 'bench',
  handlers: {
    threeSteps: async (context: Context, n: number) => {
      const a = await context.run('a', async () => n + 1);
      const b = await context.run('b', async () => a + 1);
      return context.run('c', async () => b + 1);
    },
    approval: async (context: Context) => {
      const { id, promise } = context.awakeable<boolean>();
      waiting(id);
      await promise;
      resumed(performance.now());
    },
  },
});

/** Starts restate-server with its defaults on free ports and registers the service; returns the ingress address. */
async function start(): Promise<string> {
  const [ingress, admin, node, endpoint] = await Promise.all([
    reservePort(),
    reservePort(),
    reservePort(),
    reservePort(),
  ]);
  const folder = await mkdtemp(join(tmpdir(), 'bench-restate-'));
  const binary = createRequire(import.meta.url).resolve('@restatedev/restate-server-linux-x64/bin/restate-server');
  const server = spawn(binary, ['--base-dir', folder, '--node-name', 'bench'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingress}`,
      RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${admin}`,
      RESTATE_BIND_ADDRESS: `127.0.0.1:${node}`,
      RESTATE_ADVERTISED_ADDRESS: `http://127.0.0.1:${node}`,
      DO_NOT_TRACK: '1',
    },
  });
  process.on('exit', () => server.kill('SIGKILL'));
  await serve({ services: [bench], port: endpoint });
  await until(async () => (await fetch(`http://127.0.0.1:${admin}/health`)).ok);
  await until(async () => {
    const registered = await fetch(`http://127.0.0.1:${admin}/deployments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ uri: `http://127.0.0.1:${endpoint}` }),
    });
    return registered.ok;
  });
  return `http://127.0.0.1:${ingress}`;
}

async function call(url: string, body?: unknown): Promise<void> {
  const init =
    body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(url, { method: 'POST', ...init });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}

async function until(check: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await check().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('restate-server did not become ready in 30 s');
}

await answer({
  async throughput(request) {
    const url = await start();
    await inFlight(200, 50, (index) => call(`${url}/bench/threeSteps`, index));
    return perSecond(request.total, () =>
      inFlight(request.total, 400, (index) => call(`${url}/bench/threeSteps`, index)),
    );
  },
  async latency(request) {
    const url = await start();
    return medianMs(request.total, async (index) => {
      await call(`${url}/bench/threeSteps`, index);
      return undefined;
    });
  },
  async event(request) {
    const url = await start();
    return medianMs(request.total, async () => {
      const id = new Promise<string>((resolve) => {
        waiting = resolve;
      });
      const done = call(`${url}/bench/approval`);
      const awakeable = await id;
      await new Promise((resolve) => setTimeout(resolve, 30));
      const at = new Promise<number>((resolve) => {
        resumed = resolve;
      });
      const start = performance.now();
      await call(`${url}/restate/awakeables/${awakeable}/resolve`, true);
      const time = (await at) - start;
      await done;
      return time;
    });
  },
});
