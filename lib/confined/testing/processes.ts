import { ConfinedProcesses } from '../confined-processes.ts';
import type { Word } from './jobs.ts';

/** Processes that perform `Word`s. */
export const processesOf = (budgetInMs: number) =>
  new ConfinedProcesses<Word[], number>({ module: new URL('./jobs.ts', import.meta.url), budgetInMs, memoryInMiB: 64 });

export const processes = processesOf(300);
