import { z } from 'zod';
import { timestamp } from './identifiers.ts';

export const keptKinds = [
  'tasks',
  'tasksWithRetention',
  'logs',
  'entries',
  'versions',
  'stateAccess',
  'audit',
  'bulkOperations',
] as const;

const counted = {
  count: z.number().int().describe('How many, counted up to 10,000'),
  isCapped: z.boolean().describe('Whether there can be more than were counted'),
};

/** One kind of data that a deployment keeps, what sets how long, and what is to be removed. */
const keptData = z.object({
  kind: z.enum(keptKinds).describe('What is kept'),
  setBy: z
    .enum(['environment', 'default', 'task', 'run', 'entry', 'fixed'])
    .describe('What says how long: a variable, its default, each task, run or entry, or nothing that can be changed'),
  variable: z.string().optional().describe('The variable of the environment of every service'),
  days: z.number().int().optional().describe('Days to keep it. Omitted: forever, or as each one says'),
  rows: z.number().int().describe('How many there are, estimated'),
  oldestOn: timestamp.optional().describe('The time that the oldest one is judged by'),
  due: z
    .object({ ...counted, oldestOn: timestamp.optional().describe('The time that the oldest of them is judged by') })
    .optional()
    .describe('What the next sweeps remove'),
  previews: z
    .array(z.object({ days: z.number().int().describe('Days to keep it'), ...counted }))
    .describe('What other settings would remove today'),
});

export const retentionReport = z.object({
  readOn: timestamp.describe('When this was read'),
  value: z.array(keptData).describe('What is kept, and for how long'),
});

export type KeptData = z.output<typeof keptData>;
export type RetentionReport = z.output<typeof retentionReport>;
