import { hostname } from 'node:os';
import { type Database, runJobs } from '#database';
import { type AnyTaskDefinition, type RunningWorker, runWorker } from '#engine';

/** Work that another service queued is noticed at most this late. */
const lookEveryMs = 500;

/** A task type of the service's own work. Each type has a queue, so that slow work of one never holds up another. */
type OwnType = { definition: AnyTaskDefinition; queue: string; slots: number };

/**
 * Runs the tasks of a type in this process, as a worker. Every service does, so every deployment has a worker for them.
 * It registers as a worker when the first task is queued.
 */
export function serveOwnType(
  database: Database,
  { definition, queue, slots }: OwnType,
  onTrouble: (error: Error) => void,
): { stop(): Promise<void> } {
  let worker: RunningWorker | undefined;
  const start = async (signal: AbortSignal): Promise<boolean> => {
    if (worker !== undefined) return false;
    const [queued] = await database`
      select from active_run where queue = ${queue} and type = ${definition.type} and status = 'queued' limit 1`;
    if (queued === undefined || signal.aborted) return false;
    // one process has a worker for each type: a name that two had would hide the loss of one
    const name = `service-${hostname()}-${process.pid}-${definition.type.replace(/^taskdeck\./, '')}`;
    worker = await runWorker({ database, definitions: [definition], queues: [queue], slots, name, onTrouble });
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
