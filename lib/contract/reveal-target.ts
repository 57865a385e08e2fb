import { z } from 'zod';
import { stateId, storeName, taskId } from './identifiers.ts';

const entryTarget = z.strictObject({ storeName, id: stateId });
const runTarget = z.strictObject({
  taskId: taskId.describe('Id of the task'),
  runCount: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).describe('Number of the run, from 1'),
});

/** The one entry or run whose hidden values are shown. */
export const revealTarget = z.union([entryTarget, runTarget]).describe('The entry of a shared store, or the run');

export type RevealTarget = z.output<typeof revealTarget>;
