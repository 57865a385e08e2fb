import { z } from 'zod';
import { itemName, timestamp } from './identifiers.ts';
import { limits } from './limits.ts';
import { booleanQuery, pageQuery } from './paging.ts';
import { wholeNumber } from './whole-number.ts';

/** A program or run that waits for a lock, in the order of arrival. */
const lockWaiter = z.object({
  owner: z.string(),
  since: timestamp,
  taskId: z.string().optional(),
  runCount: z.number().int().optional(),
});

/**
 * A held lock. Its fencing token grows with every acquisition, so that the protected resource can reject smaller ones.
 */
export const lock = z.object({
  name: itemName,
  owner: z.string(),
  fencingToken: z.number().int(),
  acquiredOn: timestamp,
  expiresOn: timestamp.optional().describe('Omitted for a lock held by a run, which has no expiry'),
  taskId: z.string().optional(),
  runCount: z.number().int().optional(),
  sequence: z.number().int().optional(),
  waiting: z.array(lockWaiter).describe('The first ten'),
  waitingCount: z.number().int(),
});

/** Acquires a lock, or renews it when `fencingToken` is given. */
export const lockInput = z.strictObject({
  ttlInMs: z.number().int().min(1_000).max(3_600_000).default(30_000),
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
  search: z.string().min(1).max(256).optional(),
  taskId: z.string().max(128).optional().describe('Held or awaited by this task'),
});

export const lockReleaseQuery = z
  .strictObject({
    fencingToken: wholeNumber(1).optional().describe('Releases the lock that this token holds'),
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
