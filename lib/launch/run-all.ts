import { relative } from 'node:path';
import { connect, type Database, migrate, parseDatabaseUrl, prepareRole, requireMigratable, withRole } from '#database';
import { buildDashboard, isDashboardBuilt } from './build-dashboard.ts';
import { Children, type LaunchMode } from './children.ts';
import { type LaunchConfig, readConfig } from './config.ts';
import { claimInstance, makeDataFolder } from './instance.ts';
import { keepSecret } from './keys.ts';
import { firstFree, isFree, requireFree } from './ports.ts';
import { projectFolder } from './project.mjs';
import { signInLine } from './sign-in-line.ts';
import { StartError, step } from './steps.mjs';

const usualDatabasePort = 7701;

/** The role of service and workers in the embedded PostgreSQL. */
const roleOfUse = 'taskdeck';

/** `npm start` and `npm run dev`: runs everything on this machine until Ctrl-C or SIGTERM. */
export async function runAll(mode: LaunchMode): Promise<void> {
  const config = readConfig(process.env);
  const stopping = Promise.withResolvers<void>();
  let isStopping = false;
  const askToStop = () => {
    if (isStopping) return;
    isStopping = true;
    stopping.resolve();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, askToStop);
  process.once('disconnect', askToStop);

  await makeDataFolder(config.dataFolder);
  const claim = await claimInstance(config.dataFolder, askToStop);
  const children = new Children(config, mode, (line) => console.log(`  ! ${line}`));

  /** Stops waiting for a step when a stop is requested during the start. */
  const unlessStopped = <Value>(work: Promise<Value>): Promise<Value> =>
    Promise.race([work, stopping.promise.then(() => Promise.reject(new StartError('Stopped before it was up.')))]);

  let adminPassword: string | undefined;
  try {
    await requireFree(config.dashboard.port, config.dashboard.host, 'dashboard', 'PORT');
    await requireFree(config.service.port, config.service.host, 'service', 'TASKDECK_SERVICE_PORT');
    if (config.databaseUrl !== undefined) await unlessStopped(withDatabase(config.databaseUrl, requireMigratable)); // told before the long build
    if (!mode.isDevelopment && !(await isDashboardBuilt()))
      await unlessStopped(step('Building the dashboard', () => buildDashboard(), { isSlow: true }));

    const given = config.databaseUrl ?? (await unlessStopped(startDatabase(children, config.databasePort)));
    const isOurs = config.databaseUrl === undefined;
    const prepare = () => bringUpToDate(given, isOurs ? config.dataFolder : undefined);
    const databaseUrl = await unlessStopped(step('Database', prepare, { result: () => displayUrl(given) }));
    const startService = async () => {
      adminPassword = await children.startService(databaseUrl);
    };
    await unlessStopped(
      Promise.all([
        step('Service', startService, { isOneOfMany: true, result: () => config.service.url }),
        step('Worker', () => children.startWorker(databaseUrl), { isOneOfMany: true }),
        step('Dashboard', () => children.startDashboard(), { isOneOfMany: true, result: () => config.dashboard.url }),
      ]),
    );
    await claim.publish({ dashboardUrl: config.dashboard.url, serviceUrl: config.service.url, databaseUrl });
    announce(config, adminPassword);
    await stopping.promise;
    await step('Stopping', () => children.stop());
  } catch (error) {
    if (adminPassword !== undefined)
      console.log(`\n  The first operator was made before this: ${signInLine(adminPassword)}`);
    await children.stop();
    throw error;
  } finally {
    await claim.release();
  }
}

async function startDatabase(children: Children, wanted: number | undefined): Promise<string> {
  if (wanted !== undefined) await requireFree(wanted, '127.0.0.1', 'database', 'TASKDECK_DATABASE_PORT');
  const usual = wanted ?? usualDatabasePort;
  const port = (await isFree(usual, '127.0.0.1')) ? usual : await firstFree(usual + 1, '127.0.0.1');
  return step('PostgreSQL', () => children.startDatabase(port));
}

/**
 * Migrates the database. Resolves with the URL for service and workers: with a role that owns nothing when the server
 * belongs to this data folder.
 */
function bringUpToDate(databaseUrl: string, dataFolder: string | undefined): Promise<string> {
  return withDatabase(databaseUrl, async (database) => {
    await migrate(database);
    if (dataFolder === undefined) return databaseUrl;
    const password = await keepSecret(dataFolder, 'postgres-service');
    await prepareRole(database, roleOfUse, password);
    return withRole(databaseUrl, roleOfUse, password);
  });
}

/** Throws `StartError` where the database cannot be used. */
async function withDatabase<Result>(
  databaseUrl: string,
  use: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = connect(databaseUrl, { connections: 1, name: 'taskdeck-start' });
  try {
    return await use(database);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`The database at ${displayUrl(databaseUrl)} cannot be used: ${reason}`, { cause });
  } finally {
    await database.end({ timeout: 2 });
  }
}

/** The URL without its credentials. */
function displayUrl(databaseUrl: string): string {
  const parsed = parseDatabaseUrl(databaseUrl);
  if (parsed === undefined) throw new StartError('DATABASE_URL is not the URL of a PostgreSQL.');
  return parsed.hosts.map(({ host, port }) => `${host}:${port}`).join(',') + parsed.first.pathname;
}

function announce({ dashboard, dataFolder, httpAllow }: LaunchConfig, adminPassword: string | undefined): void {
  const signIn = adminPassword && signInLine(adminPassword);
  const allowed = `tasks may reach ${httpAllow.text}, for a sample (TASKDECK_HTTP_ALLOW)`;
  const rows = [
    ['Open', dashboard.url],
    ['Sign in', signIn],
    ['Requests', httpAllow.isForSamples ? allowed : undefined],
    ['Logs', `${relative(projectFolder, dataFolder) || dataFolder}/logs`],
    ['Stop', 'Ctrl-C, or "npm stop"'],
  ];
  const lines = rows.filter(([, value]) => value).map(([name, value]) => `  ${name?.padEnd(9)} ${value}`);
  console.log(`\n${lines.join('\n')}\n`);
}
