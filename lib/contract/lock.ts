import { z } from 'zod';
import { itemName, timestamp } from './identifiers.ts';
import { limits } from './limits.ts';
import { booleanQuery, pageQuery } from './paging.ts';
import { wholeNumber } from './whole-number.ts';

/** A program or run that waits for a lock, in the order of arrival. */
const lockWaiter = z.object({
  owner: z.string().describe('Name of the one that waits'),
  since: timestamp.describe('When the wait began'),
  taskId: z.string().optional().describe('Task that waits, if a run does'),
  runCount: z.number().int().optional().describe('Run that waits'),
});

/**
 * A held lock. Its fencing token grows with every acquisition, so that the protected resource can reject smaller ones.
 */
export const lock = z.object({
  name: itemName.describe('Name of the lock'),
  owner: z.string().describe('Name of the holder'),
  fencingToken: z.number().int().describe('Number of the acquisition. It grows with every acquisition'),
  acquiredOn: timestamp.describe('When it was acquired'),
  expiresOn: timestamp.optional().describe('Omitted for a lock held by a run, which has no expiry'),
  taskId: z.string().optional().describe('Task that holds the lock, if a run does'),
  runCount: z.number().int().optional().describe('Run that holds the lock'),
  sequence: z.number().int().optional().describe('Step that holds the lock'),
  waiting: z.array(lockWaiter).describe('The first ten'),
  waitingCount: z.number().int().describe('Number of all that wait'),
});

/** Acquires a lock, or renews it when `fencingToken` is given. */
export const lockInput = z.strictObject({
  ttlInMs: z
    .number()
    .int()
    .min(1_000)
    .max(3_600_000)
    .default(30_000)
    .describe('Milliseconds after which the lock is released unless it is renewed'),
  waitInMs: z
    .number()
    .int()
    .min(0)
    .max(limits.longPollMs)
    .default(0)
    .describe('Maximum time to wait for the current holder; then 409 LockHeld'),
  fencingToken: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe('Renews the lock. 409 LockLost when the token no longer holds it.'),
  owner: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .describe("Name of the holder, shown to people. Default: the caller's name"),
});

export const lockListQuery = z.strictObject({
  ...pageQuery,
  search: z.string().min(1).max(256).optional().describe('Part of the name, case-insensitive'),
  taskId: z.string().max(128).optional().describe('Held or awaited by this task'),
});

export const lockReleaseQuery = z
  .strictObject({
    fencingToken: wholeNumber(1)
      .optional()
      .describe('Releases the lock that this token holds; of another holder with locks/delete only'),
    force: booleanQuery.optional().describe('true: releases the lock from any holder; needs locks/delete'),
  })
  .refine(({ fencingToken, force }) => fencingToken !== undefined || force === true, {
    path: ['fencingToken'],
    message: 'the fencing token of the lock, or force=true',
  });

export type Lock = z.output<typeof lock>;
export type LockInput = z.input<typeof lockInput>;
export type ParsedLockInput = z.output<typeof lockInput>;
export type LockListFilter = z.output<typeof lockListQuery>;
