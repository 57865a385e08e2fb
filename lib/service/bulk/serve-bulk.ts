import { hostname } from 'node:os';
import { bulkTaskType } from '#contract';
import { type Database, runJobs } from '#database';
import { bulkDefinition, bulkQueue, type RunningWorker, runWorker } from '#engine';
import { recordActed } from './record-acted.ts';
import { whyNotAllowed } from './rights.ts';

/** A queued operation of another service is noticed at most this late. */
const lookEveryMs = 500;
/** Operations that one service works off at the same time. */
const slots = 20;

/**
 * Works off bulk operations in this process, as the worker of their task type. Every service does, so every deployment
 * has a worker for them. It registers as a worker when the first operation is queued.
 */
export function serveBulkOperations(database: Database, onTrouble: (error: Error) => void): { stop(): Promise<void> } {
  let worker: RunningWorker | undefined;
  const definition = bulkDefinition({
    database,
    whyNotAllowed: (operation) => whyNotAllowed(database, operation),
    record: recordActed,
    onTrouble,
  });
  const start = async (signal: AbortSignal): Promise<boolean> => {
    if (worker !== undefined) return false;
    const [queued] = await database`
      select from active_run where queue = ${bulkQueue} and type = ${bulkTaskType} and status = 'queued' limit 1`;
    if (queued === undefined || signal.aborted) return false;
    const name = `service-${hostname()}-${process.pid}`;
    worker = await runWorker({ database, definitions: [definition], queues: [bulkQueue], slots, name, onTrouble });
    return false;
  };
  const looking = runJobs([{ everyMs: lookEveryMs, batch: start }], onTrouble);
  return {
    async stop() {
      await looking.stop();
      await worker?.stop();
    },
  };
}
