import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type Child, superviseChild } from './child.ts';
import type { LaunchConfig } from './config.ts';
import { keepSecret } from './keys.ts';
import { openLogFile } from './log-file.ts';
import { inProject, servingFlags } from './project.mjs';

/** How the processes run: with `isDevelopment` they watch the source and print their output. */
export type LaunchMode = { isDevelopment: boolean };

/** The processes of a deployment on this machine. Each has a log in `logs/` of the data folder. */
export class Children {
  readonly #config: LaunchConfig;
  readonly #mode: LaunchMode;
  readonly #say: (line: string) => void;
  readonly #started: Child[] = [];

  constructor(config: LaunchConfig, mode: LaunchMode, say: (line: string) => void) {
    this.#config = config;
    this.#mode = mode;
    this.#say = say;
  }

  /** Resolves with the URL of the database when it accepts connections. */
  async startDatabase(port: number): Promise<string> {
    const env = {
      TASKDECK_POSTGRES_FOLDER: join(this.#config.dataFolder, 'postgres'),
      TASKDECK_POSTGRES_PORT: String(port),
      TASKDECK_POSTGRES_PASSWORD: await keepSecret(this.#config.dataFolder, 'postgres'),
    };
    const child = await this.#start('database', [inProject('lib/launch/database.ts')], env, 45_000);
    return z.object({ url: z.string() }).parse(await child.ready).url;
  }

  /** Resolves with the administrator's password when this start generated it. */
  async startService(databaseUrl: string): Promise<string | undefined> {
    const { service, dashboard, dataFolder } = this.#config;
    const env = {
      DATABASE_URL: databaseUrl,
      TASKDECK_DATA: dataFolder,
      TASKDECK_SERVICE_PORT: String(service.port),
      TASKDECK_SERVICE_HOST: service.host,
      TASKDECK_DASHBOARD_KEY: await this.#dashboardKey(),
      TASKDECK_URL: dashboard.url,
    };
    const child = await this.#start('service', [...servingFlags, ...this.#watched('lib/service/main.ts')], env, 5_000);
    return z.object({ adminPassword: z.string().optional() }).parse(await child.ready).adminPassword;
  }

  /** Resolves when the worker claims tasks. It has the sample types when the configuration says so. */
  async startWorker(databaseUrl: string): Promise<void> {
    const env = {
      DATABASE_URL: databaseUrl,
      TASKDECK_DATA: this.#config.dataFolder,
      TASKDECK_HTTP_ALLOW: this.#config.httpAllow.text,
    };
    const samples = this.#config.hasSamples ? [inProject('lib/samples/index.ts')] : [];
    const child = await this.#start('worker', [...this.#watched('lib/worker/main.ts'), ...samples], env, 10_000);
    await child.ready;
  }

  async startDashboard(): Promise<void> {
    const { isDevelopment } = this.#mode;
    const args = [...servingFlags, inProject('lib/launch/dashboard.ts'), ...(isDevelopment ? ['--dev'] : [])];
    const env = {
      ...(await dashboardEnvironment(this.#config, this.#config.service.url, isDevelopment)),
      TASKDECK_DASHBOARD_KEY: await this.#dashboardKey(),
    };
    const child = await this.#start('dashboard', args, env, 3_000);
    await child.ready;
  }

  /** Stops them in the reverse order, so that none loses a process that it uses. */
  async stop(): Promise<void> {
    for (const child of this.#started.toReversed()) await child.stop();
  }

  async #dashboardKey(): Promise<string> {
    return this.#config.dashboardKey ?? keepSecret(this.#config.dataFolder, 'dashboard');
  }

  async #start(
    name: string,
    args: readonly string[],
    env: Record<string, string>,
    stopWithinMs: number,
  ): Promise<Child> {
    const logs = join(this.#config.dataFolder, 'logs');
    await mkdir(logs, { recursive: true, mode: 0o750 });
    const log = openLogFile(join(logs, `${name}.log`));
    const isLoud = this.#mode.isDevelopment && name !== 'database';
    const child = superviseChild({ name, args, env, log, isLoud, stopWithinMs }, this.#say);
    this.#started.push(child);
    return child;
  }

  #watched(module: string): string[] {
    return [...(this.#mode.isDevelopment ? ['--watch', '--watch-preserve-output'] : []), inProject(module)];
  }
}

/** The environment of the dashboard's process. A session secret is generated once unless it is configured. */
export async function dashboardEnvironment(
  config: LaunchConfig,
  serviceUrl: string,
  isDevelopment: boolean,
): Promise<Record<string, string>> {
  return {
    NODE_ENV: isDevelopment ? 'development' : 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    NEXTAUTH_SECRET: config.sessionSecret ?? (await keepSecret(config.dataFolder, 'session')),
    NEXTAUTH_URL: config.dashboard.url,
    TASKDECK_SERVICE_URL: serviceUrl,
    PORT: String(config.dashboard.port),
    TASKDECK_HOST: config.dashboard.host,
  };
}
