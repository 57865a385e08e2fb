import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { reservePort } from '#database/testing';
import { inProject, projectFolder, projectNode } from '../lib/launch/project.mjs';
import type { Stack } from './stack.ts';

/** A second dashboard whose way to the service can be cut, so that no other journey is disturbed. */
export type Outage = {
  dashboardUrl: string;
  /** From now on nobody answers where the service was, and open connections break. */
  begin(): Promise<void>;
  /** From now on the service accepts connections and answers nothing, also on those that are open. */
  hang(): void;
  /** The service can be reached again, and answers. */
  end(): Promise<void>;
  close(): Promise<void>;
};

/** Starts the dashboard behind a proxy of plain TCP. */
export async function startOutage(stack: Stack): Promise<Outage> {
  const [dashboardPort, proxyPort] = [await reservePort(), await reservePort()];
  const sockets = new Set<Socket>();
  const { hostname, port } = new URL(stack.serviceUrl);
  let isHung = false;
  const proxy = createServer((near) => {
    if (isHung) {
      sockets.add(near.on('error', () => {}).on('close', () => sockets.delete(near)));
      return;
    }
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const listen = async () => {
    proxy.listen(proxyPort, '127.0.0.1');
    await once(proxy, 'listening');
  };
  const hang = () => {
    isHung = true;
    for (const socket of sockets) socket.unpipe().pause();
  };
  const recover = async () => {
    isHung = false;
    for (const socket of sockets) socket.destroy();
    if (!proxy.listening) await listen();
  };
  const cut = async () => {
    const closed = once(proxy, 'close');
    proxy.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await listen();
  const dashboardUrl = `http://localhost:${dashboardPort}`;
  const dashboard = await startDashboard(dashboardUrl, `http://127.0.0.1:${proxyPort}`);
  return {
    dashboardUrl,
    begin: cut,
    hang,
    end: recover,
    async close() {
      const ended = once(dashboard, 'close');
      dashboard.kill('SIGTERM');
      await ended;
      if (proxy.listening) await cut();
    },
  };
}

async function startDashboard(url: string, serviceUrl: string): Promise<ChildProcess> {
  const dashboard = spawn(
    projectNode,
    ['--import', inProject('lib/launch/follow-parent.mjs'), inProject('lib/launch/dashboard.ts')],
    {
      cwd: projectFolder,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PORT: new URL(url).port,
        NEXTAUTH_URL: url,
        NEXTAUTH_SECRET: crypto.randomUUID(),
        TASKDECK_SERVICE_URL: serviceUrl,
        TASKDECK_URL: '',
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  const [message] = await Promise.race([once(dashboard, 'message'), once(dashboard, 'exit')]);
  if (typeof message !== 'object') throw new Error(`the second dashboard ended (${message})`);
  return dashboard;
}
