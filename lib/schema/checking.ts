import { ConfinedProcesses } from '#confined';
import type { ProblemDetail } from '#contract';
import type { CheckingJob } from './check-process.ts';

/** The checks whose time and memory are not bounded by small sizes: schemas and values of callers decide about them. */
export const checking = new ConfinedProcesses<CheckingJob, ProblemDetail[]>({
  module: new URL(import.meta.url.replace(/checking(\.\w+)$/, 'check-process$1')),
  budgetInMs: 1_000,
  memoryInMiB: 256,
});
