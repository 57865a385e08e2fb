import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';
import { buildDashboard, isDashboardBuilt } from './build-dashboard.ts';
import { dashboardEnvironment } from './children.ts';
import { readConfig } from './config.ts';
import { findInstance, makeDataFolder } from './instance.ts';
import { inProject, projectFolder, projectNode, servingFlags } from './project.mjs';
import { signInLine } from './sign-in-line.ts';
import { StartError, step } from './steps.mjs';

const modules = {
  service: 'lib/service/main.ts',
  worker: 'lib/worker/main.ts',
  dashboard: 'lib/launch/dashboard.ts',
  samples: 'lib/launch/samples.ts',
  blobs: 'lib/launch/blobs.ts',
  keys: 'lib/launch/rotate-keys.ts',
  audit: 'lib/launch/audit.ts',
  passkeys: 'lib/launch/passkeys.ts',
  migrate: 'lib/launch/migrate.ts',
  bench: 'bench/run.ts',
  simulate: 'lib/engine/simulation/testing/main.ts',
  snapshot: 'lib/launch/testing/take-snapshot.ts',
  package: 'lib/launch/package/build.ts',
  reference: 'lib/launch/package/reference.ts',
};

const readyMessage = z.object({
  kind: z.literal('ready'),
  url: z.string().optional(),
  adminPassword: z.string().optional(),
});

/** A process that can be started alone, for example on another machine. */
export type Role = keyof typeof modules;

const serves: ReadonlySet<Role> = new Set(['service', 'dashboard']);

export function isRole(name: string): name is Role {
  return Object.hasOwn(modules, name);
}

/**
 * A command that is one process: runs it with its output on this terminal, and returns its exit code. Where no database or service is named, those of the `npm start` on the same data folder
 * are used.
 */
export async function runOne(role: Role, args: readonly string[]): Promise<number> {
  const env = await environmentOf(role);
  const flags = ['--import', inProject('lib/launch/follow-parent.mjs'), ...(serves.has(role) ? servingFlags : [])];
  const child = spawn(projectNode, [...flags, inProject(modules[role]), ...args], {
    cwd: projectFolder,
    env: { ...process.env, ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32', // it gets each signal once, from here
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  process.once('disconnect', () => child.kill('SIGTERM'));
  child.on('message', (message) => {
    const { success, data } = readyMessage.safeParse(message);
    if (!success) return;
    console.log(data.url ? `The ${role} is ready: ${data.url}` : `The ${role} is ready`);
    if (data.adminPassword) console.log(`First operator: ${signInLine(data.adminPassword)}`);
  });
  const [code] = await once(child, 'close');
  return typeof code === 'number' ? code : 1;
}

async function environmentOf(role: Role): Promise<Record<string, string>> {
  const config = readConfig(process.env);
  const running = await findInstance(config.dataFolder);
  const serviceUrl = config.remoteServiceUrl ?? running?.serviceUrl ?? config.service.url;
  switch (role) {
    case 'service':
    case 'worker':
    case 'blobs':
    case 'keys':
    case 'audit':
    case 'passkeys': {
      const databaseUrl = config.databaseUrl ?? running?.databaseUrl;
      if (!databaseUrl)
        throw new StartError(
          `"npm run ${role}" needs a database: set DATABASE_URL to a PostgreSQL, or run "npm start" first, whose database it then shares.`,
        );
      await makeDataFolder(config.dataFolder);
      return { DATABASE_URL: databaseUrl, TASKDECK_DATA: config.dataFolder };
    }
    case 'dashboard':
      await makeDataFolder(config.dataFolder);
      if (!(await isDashboardBuilt())) await step('Building the dashboard', () => buildDashboard(), { isSlow: true });
      return dashboardEnvironment(config, serviceUrl, false);
    case 'samples': {
      const databaseUrl = config.databaseUrl ?? running?.databaseUrl;
      return { TASKDECK_SERVICE_URL: serviceUrl, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) };
    }
    case 'migrate':
    case 'bench':
    case 'simulate':
    case 'snapshot':
    case 'package':
    case 'reference':
      return {};
  }
}
