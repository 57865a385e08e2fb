import { z } from 'zod';
import { itemName, timestamp } from './identifiers.ts';
import { limits } from './limits.ts';
import { booleanQuery, pageQuery } from './paging.ts';
import { wholeNumber } from './whole-number.ts';

/** Who waits for a lock, first come first. */
const lockWaiter = z.object({
  owner: z.string(),
  since: timestamp,
  taskId: z.string().optional(),
  runCount: z.number().int().optional(),
});

/** A lock that is held. Its fencing token grows with every acquisition: what it guards refuses smaller ones. */
export const lock = z.object({
  name: itemName,
  owner: z.string(),
  fencingToken: z.number().int(),
  acquiredOn: timestamp,
  expiresOn: timestamp.optional().describe('Left out: as long as the run that holds it lasts'),
  taskId: z.string().optional(),
  runCount: z.number().int().optional(),
  sequence: z.number().int().optional(),
  waiting: z.array(lockWaiter).describe('The first ten'),
  waitingCount: z.number().int(),
});

/** Without a fencing token acquires, with one renews. */
export const lockInput = z.strictObject({
  ttlInMs: z.number().int().min(1_000).max(3_600_000).default(30_000),
  waitInMs: z
    .number()
    .int()
    .min(0)
    .max(limits.longPollMs)
    .default(0)
    .describe('How long to wait while somebody else has it; then 409 LockHeld'),
  fencingToken: z.number().int().min(1).optional().describe('Renews: 409 LockLost when the lock is no longer held so'),
  owner: z.string().min(1).max(256).optional().describe('As people shall know it; left out: the name of the caller'),
});

export const lockListQuery = z.strictObject({
  ...pageQuery,
  search: z.string().min(1).max(256).optional(),
  taskId: z.string().max(128).optional().describe('Held or awaited by this task'),
});

export const lockReleaseQuery = z
  .strictObject({
    fencingToken: wholeNumber(1).optional().describe('Releases what is held under it'),
    force: booleanQuery.optional().describe('true: from whoever holds it; needs locks/delete'),
  })
  .refine(({ fencingToken, force }) => fencingToken !== undefined || force === true, {
    path: ['fencingToken'],
    message: 'the fencing token of the lock, or force=true',
  });

export type Lock = z.output<typeof lock>;
export type LockInput = z.input<typeof lockInput>;
export type ParsedLockInput = z.output<typeof lockInput>;
export type LockListFilter = z.output<typeof lockListQuery>;
