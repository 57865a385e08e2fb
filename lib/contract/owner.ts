import { z } from 'zod';
import { timestamp } from './identifiers.ts';
import { wholeNumberIn } from './number-in.ts';
import { pageQuery } from './paging.ts';
import { type Range, ranges } from './ranges.ts';

/** The owner of isolated names, of uploads and of what a quota limits: the kind, a colon, and an id or name. */
export const ownerName = z
  .string()
  .max(600)
  .regex(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this refuses
    /^(operator|account|external):[^\u0000-\u001f\u007f]+$/,
    'an owner is operator:<id>, account:<name> or external:<id>, without control characters',
  )
  .refine((name) => name.isWellFormed(), 'an owner is well-formed Unicode')
  .describe('The owner: operator:<id>, account:<name of the service account> or external:<id>');

const ofOwner = {
  owner: z.string().describe('The owner: operator:<id>, account:<name of the service account> or external:<id>'),
  kind: z.enum(['operator', 'serviceAccount', 'external']).describe('Kind of the owner'),
  name: z.string().describe('E-mail address of the operator, or name of the service account'),
};

/** The isolated stores and locks of one owner. */
export const namespace = z.object({
  ...ofOwner,
  storeCount: z.number().int().min(0).describe('Isolated stores of the owner'),
  lockCount: z.number().int().min(0).describe('Isolated locks that are held'),
});

export const ownerListQuery = z.strictObject(pageQuery);

const callerLimit = (description: string, range: Range = ranges.callerLimit) =>
  wholeNumberIn(range).describe(description);
const limitsOfOwner = {
  requestsPerSecond: callerLimit('Requests each second, to each service process'),
  concurrentWaits: callerLimit('Waits and streams at one time, of each service process'),
  queuedTasks: callerLimit('Tasks that are queued or scheduled'),
  storedBytesPerHour: callerLimit('Bytes of request bodies in an hour, to each service process', ranges.callerBytes),
};

/** The limits of one owner in place of those of the deployment. */
export const quotaInput = z.strictObject({
  requestsPerSecond: limitsOfOwner.requestsPerSecond.optional(),
  concurrentWaits: limitsOfOwner.concurrentWaits.optional(),
  queuedTasks: limitsOfOwner.queuedTasks.optional(),
  storedBytesPerHour: limitsOfOwner.storedBytesPerHour.optional(),
});

export const callerLimitNames = ['requestsPerSecond', 'concurrentWaits', 'queuedTasks', 'storedBytesPerHour'] as const;
export type CallerLimitName = (typeof callerLimitNames)[number];

/** What limits the keys and sessions of one owner together, and what they use of it. */
export const quota = z.object({
  ...ofOwner,
  own: quotaInput.describe("The owner's own limits, which were set in place of those of the deployment"),
  limits: z.object(limitsOfOwner).describe('The limits that apply'),
  use: z
    .object({
      requestsPerSecond: z.number().min(0).describe('The most to one process, over some seconds'),
      concurrentWaits: z.number().int().min(0).describe('The most of one process'),
      queuedTasks: z.number().int().min(0).describe('Counted up to the limit'),
      storedBytesPerHour: z.number().int().min(0).describe('The most to one process in the last hour'),
    })
    .describe('What is used now. Processes report it every 5 seconds'),
  etag: z.string().describe("Entity tag of the owner's own limits"),
  lastModifiedOn: timestamp.optional().describe("When the owner's own limits were set last"),
  lastModifiedBy: z.string().optional().describe('Who set them'),
});

export type Namespace = z.output<typeof namespace>;
export type Quota = z.output<typeof quota>;
export type QuotaInput = z.input<typeof quotaInput>;
export type OwnerKind = Quota['kind'];
