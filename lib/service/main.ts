import { connect, migrate, ownsTables, requireSessions, whenReachable } from '#database';
import { readConfig, type ServiceConfig } from './config.ts';
import { startService } from './start.ts';
import { toldFailure } from './told-failure.ts';

const ownerWarning =
  'The role of DATABASE_URL owns the tables and could change the audit trail: "npm run migrate" prepares one that cannot';

/** A supervisor kills this process when its stop takes longer. */
const stopWithinMs = 2_950;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  await migrateWhenReachable(config);
  const service = await startService(config);
  const stop = () => {
    setTimeout(() => fail(new Error(`could not stop within ${stopWithinMs} ms`)), stopWithinMs).unref();
    service.close().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  process.once('disconnect', stop); // the parent process is gone
  const { url, adminPassword } = service;
  if (process.send !== undefined) process.send({ kind: 'ready', url, ...(adminPassword && { adminPassword }) });
  else {
    process.stderr.write(`Taskdeck service listens at ${url}\n`);
    if (adminPassword !== undefined)
      process.stderr.write(`First operator: admin@localhost, password ${adminPassword} (shown this once)\n`);
  }
}

async function migrateWhenReachable(config: ServiceConfig): Promise<void> {
  const database = connect(config.databaseUrl, { connections: 1, name: 'taskdeck migration' });
  const onAway = () => process.stderr.write('PostgreSQL cannot be reached yet; trying again for a minute\n');
  try {
    await whenReachable(() => requireSessions(config.databaseUrl), { onAway });
    await whenReachable(() => migrate(database), { onAway });
    if (await ownsTables(database)) process.stderr.write(`${ownerWarning}\n`);
  } finally {
    await database.end({ timeout: 1 });
  }
}

function fail(error: unknown): void {
  process.stderr.write(`Taskdeck service: ${toldFailure(error)}\n`);
  process.exit(1);
}

main().catch(fail);
