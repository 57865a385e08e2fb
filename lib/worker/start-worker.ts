import { forbidBlocking } from '#contract';
import { connect } from '#database';
import { type RunningWorker, runWorker, type WorkerOptions } from '#engine';
import { uniqueDefinitions } from './load-definitions.ts';

export type StartWorkerOptions = Omit<WorkerOptions, 'database' | 'definitions'> & {
  /** A migrated Taskdeck database. */
  databaseUrl: string;
  definitions: readonly object[];
};

/**
 * Runs a worker inside this process with separate connections. `blobs` is needed when its tasks keep blobs. `stop` ends
 * the worker and its connections.
 */
export async function startWorker({
  databaseUrl,
  definitions,
  ...options
}: StartWorkerOptions): Promise<RunningWorker> {
  forbidBlocking('the worker');
  const database = connect(databaseUrl, { connections: 6, name: 'taskdeck worker', isHot: true });
  try {
    const worker = await runWorker({
      ...options,
      database,
      definitions: uniqueDefinitions(definitions),
    });
    return {
      name: worker.name,
      async stop() {
        await worker.stop();
        await database.end({ timeout: 1 });
      },
    };
  } catch (error) {
    await database.end({ timeout: 1 });
    throw error;
  }
}
