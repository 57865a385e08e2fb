import { loadSecretsKey } from '#engine';
import { startService } from '#service';
import { startWorker } from '#worker';
import { echo, greet } from './tasks.ts';

/** A service with a worker as one process, for tests whose own process blocks. Tells its address; ends with its parent. */
const { DATABASE_URL: databaseUrl = '', TASKDECK_DATA: dataFolder = '', TASKDECK_ADMIN_PASSWORD } = process.env;

const service = await startService({
  databaseUrl,
  dataFolder,
  port: 0,
  adminPassword: TASKDECK_ADMIN_PASSWORD,
  logLevel: 'silent',
});
const worker = await startWorker({
  databaseUrl,
  definitions: [echo, greet],
  secretsKey: await loadSecretsKey({ dataFolder }),
});
process.once('disconnect', () => {
  void Promise.all([worker.stop(), service.close()]).then(() => process.exit(0));
});
process.send?.({ url: service.url });
