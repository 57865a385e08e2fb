import { z } from 'zod';
import { taskHistoryResponse } from './history.ts';
import { stateId, stepSequence, storeName, taskId, timestamp } from './identifiers.ts';
import { pageQuery } from './paging.ts';
import { revealTarget } from './reveal-target.ts';
import { stateResponse } from './state.ts';
import { step } from './step.ts';
import { wholeNumber } from './whole-number.ts';

/** How long a reveal shows hidden values, in minutes. */
export const revealMinutes = 10;

export const revealInput = z.union([
  z.strictObject({
    target: revealTarget,
    reason: z.string().trim().min(1).max(1024).describe('Why. Who may read the entry or run sees it'),
  }),
  z.strictObject({ approvalId: z.uuid().describe("Id of the caller's own request that somebody else granted") }),
]);

/** That somebody sees, or saw, the hidden values of one entry or run. */
export const reveal = z.object({
  id: z.string().describe('Id of the reveal'),
  target: revealTarget,
  pointers: z.array(z.string()).describe('The sensitive pointers of the entry, or of the task of the run'),
  reason: z.string().describe('Why'),
  revealedBy: z.string().describe('Name of the caller who sees the values'),
  grantedBy: z.string().optional().describe('Name of the caller who granted it, where somebody had to'),
  createdOn: timestamp.describe('Since when the values are shown'),
  expiresOn: timestamp.describe('Until when the values are shown, or were shown'),
  isOpen: z.boolean().describe('Whether the values are shown now'),
  isOwn: z.boolean().describe('Whether GetRevealed returns them to the caller of this request'),
});

export const ofReveal = { id: z.uuid().describe('Id of the reveal') };

export const revealListQuery = z.strictObject({
  ...pageQuery,
  storeName: storeName.optional().describe('Name of the store of an entry'),
  entryId: stateId.optional().describe('Id of the entry'),
  taskId: taskId.optional().describe('Id of a task. Give this and runCount, or storeName and entryId'),
  runCount: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional().describe('Number of the run'),
});

export const revealedQuery = z.strictObject({
  sequence: stepSequence.optional().describe('Returns this step of the run. Omitted: the run'),
});

/** One of the three: the record with the values that its own pointers hide. */
export const revealed = z.object({
  entry: stateResponse.optional().describe('The entry'),
  run: taskHistoryResponse.optional().describe('The run'),
  step: step.optional().describe('The step. What belongs to other tasks and entries stays hidden'),
});

export type RevealInput = z.input<typeof revealInput>;
export type Reveal = z.output<typeof reveal>;
export type Revealed = z.output<typeof revealed>;
