import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@restatedev/restate-sdk';
import { reservePort } from '../../lib/database/testing/reserve-port.ts';
import { untilAnswered } from './until-answered.ts';

/** The addresses of a restate-server: callers use `ingress`, operators `admin`. */
export type RestateServer = { ingress: string; admin: string; stop(): void };

/** Starts restate-server with its defaults on free ports and registers the services. */
export async function startRestate(services: Parameters<typeof serve>[0]['services']): Promise<RestateServer> {
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
  await serve({ services, port: endpoint });
  await untilAnswered(`http://127.0.0.1:${admin}/health`);
  await untilAnswered(`http://127.0.0.1:${admin}/deployments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uri: `http://127.0.0.1:${endpoint}` }),
  });
  return {
    ingress: `http://127.0.0.1:${ingress}`,
    admin: `http://127.0.0.1:${admin}`,
    stop: () => server.kill('SIGKILL'),
  };
}
