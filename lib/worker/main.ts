import { pino } from 'pino';
import { createBlobStore } from '#blobs';
import { forbidBlocking } from '#contract';
import { connect, type Database, ownsTables, requireSessions, whenReachable } from '#database';
import { loadSecretsKey, type ProcessWorker, runWorker } from '#engine';
import { builtInTypes } from './built-in/index.ts';
import { readConfig } from './config.ts';
import { guardEventLoop } from './event-loop-guard.ts';
import { loadDefinitions, uniqueDefinitions } from './load-definitions.ts';
import { toldOfThrown } from './told-of-thrown.ts';

/** The worker process: `node lib/worker/main.ts [modules…]`. Ends on SIGTERM or SIGINT, or when its parent is gone. */
const log = pino({ name: 'worker', base: null });

/** Time limit of a stop. Afterwards the lease releases the runs. */
const longestStopInMs = 6_000;

/** A worker whose event loop is held for so many leases ends: others have its runs, and it is of no use. */
const leasesUntilHeld = 4;

async function start(): Promise<{ worker: ProcessWorker; database: Database }> {
  forbidBlocking('the worker');
  const config = readConfig(process.env);
  const own = await loadDefinitions([...config.taskModules, ...process.argv.slice(2)]);
  const definitions = uniqueDefinitions([...builtInTypes(config.httpAllow), ...own]);
  const secretsKey = await loadSecretsKey({ key: config.secretsKey, dataFolder: config.dataFolder });
  const blobs = await createBlobStore(config.blobs);
  const database = connect(config.databaseUrl, { connections: 6, name: 'taskdeck worker', isHot: true });
  const onAway = () => log.warn('PostgreSQL cannot be reached yet, or has no tables; trying again for a minute');
  await whenReachable(() => requireSessions(config.databaseUrl), { onAway });
  const isOwner = await whenReachable(() => ownsTables(database), { onAway });
  if (isOwner) log.warn('the role of DATABASE_URL owns the tables: see "npm run migrate"');
  const worker = await runWorker({
    database,
    definitions,
    secretsKey,
    blobs,
    maximumBlobBytes: config.maximumBlobBytes,
    queues: config.queues,
    slots: config.slots,
    leaseInMs: config.leaseInMs,
    sourceMaps: config.sourceMaps,
    ...(config.name !== undefined && { name: config.name }),
    onTrouble: (error) => log.warn(`retrying: ${error.message}`),
  });
  log.info(
    { worker: worker.name, slots: config.slots, queues: config.queues, types: definitions.map(({ type }) => type) },
    'takes work',
  );
  guardEventLoop(leasesUntilHeld * config.leaseInMs);
  return { worker, database };
}

function stopOn({ worker, database }: { worker: ProcessWorker; database: Database }): void {
  let isStopping = false;
  process.on('exit', (code) => {
    if (isStopping) return;
    const { stack } = new Error(`process.exit(${code})`);
    log.fatal({ stack }, 'a handler ended the process of the worker; its runs are taken over by other workers');
  });
  const stop = async (end: () => Promise<void>, exitCode: number) => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), longestStopInMs).unref();
    await end();
    await database.end({ timeout: 1 });
    process.exit(exitCode);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(signal, () => void stop(() => worker.stop(), 0));
  process.on('uncaughtException', (error) => {
    log.fatal(toldOfThrown(error), 'a handler threw outside of a call; stopping, because its state is unknown');
    void stop(() => worker.giveUp(), 1);
  });
}

process.on('unhandledRejection', (reason) =>
  log.error(toldOfThrown(reason), 'a handler left a rejected promise unhandled'),
);
try {
  stopOn(await start());
  process.send?.({ kind: 'ready' });
} catch (error) {
  log.fatal(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
