import { ConfinedProcesses } from '../confined-processes.ts';
import type { Word } from './jobs.ts';

/** Processes that perform `Word`s. */
export const processes = new ConfinedProcesses<Word[], number>({
  module: new URL('./jobs.ts', import.meta.url),
  budgetInMs: 300,
  memoryInMiB: 64,
});
