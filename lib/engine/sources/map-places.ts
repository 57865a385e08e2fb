import { Worker } from 'node:worker_threads';
import type { Snippet } from './original-source.ts';

/**
 * A place in a module, and its function. `map` is the index of the module's map, and `caller` that of the place where the
 * function was called, or -1. Line and column count from 1.
 */
export type Place = { map: number | undefined; caller: number; called: string; line: number; column: number };

/** Places of a stack, the innermost first, and the maps that they need, compressed with gzip. */
export type MappingJob = { maps: readonly Uint8Array[]; places: readonly Place[] };

/** A place in the original source. `name` is that of the function, when the map has it. */
export type MappedPlace = { file: string; line: number; column: number; name?: string; snippet?: Snippet };

/** Why a job has no result. */
export type MappingProblem = 'time' | 'memory' | 'map';

const budgetInMs = 10_000;
const memoryInMiB = 1_024;

/**
 * Finds places of modules in their original sources, on a thread: maps have megabytes. A map that takes more than 10
 * seconds or 1 GiB of memory, or cannot be read, ends the thread and is the problem that is returned.
 */
export function mapPlaces(job: MappingJob): Promise<(MappedPlace | null)[] | MappingProblem> {
  return new Promise((settle) => {
    const thread = new Worker(new URL(import.meta.url.replace(/map-places(\.\w+)$/, 'map-thread$1')), {
      env: {},
      execArgv: [],
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: memoryInMiB },
    });
    const timer = setTimeout(() => end('time'), budgetInMs);
    const end = (result: (MappedPlace | null)[] | MappingProblem) => {
      clearTimeout(timer);
      settle(result);
      thread.terminate().catch(() => {}); // it is ending already
    };
    thread.once('message', end);
    thread.once('error', (error: Error & { code?: string }) =>
      end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'map'),
    );
  });
}
