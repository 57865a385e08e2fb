import { ConfinedProcesses, type Unfinished } from '#confined';
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

/** Why places have no result. */
export type MappingProblem = Unfinished | 'map';

const mapping = new ConfinedProcesses<MappingJob, MappedPlace | null>({
  module: new URL(import.meta.url.replace(/map-places(\.\w+)$/, 'map-process$1')),
  budgetInMs: 10_000,
  memoryInMiB: 1_024,
});

/**
 * Finds places of modules in their original sources, in another process: maps have megabytes. A map that takes more than
 * 10 seconds or 1 GiB of memory, or cannot be read, is the problem that is returned. Jobs of the same `hashes` take turns with others.
 */
export async function mapPlaces(hashes: string, job: MappingJob): Promise<(MappedPlace | null)[] | MappingProblem> {
  try {
    const { results, unfinished } = await mapping.run(hashes, job);
    return unfinished ?? results;
  } catch {
    return 'map';
  }
}
