import { z } from 'zod';
import { itemName, taskId, timestamp, timestampInput } from './identifiers.ts';
import type { JsonValue } from './json.ts';
import { booleanQuery, pageQuery } from './paging.ts';
import { jsonValue } from './task.ts';

/** Wrapper of an event's data. */
export const valueData = z.strictObject({ value: jsonValue });

/** An event raised on a task from outside. */
export const externalEvent = z.object({
  id: z.string(),
  taskId,
  name: z.string(),
  data: valueData,
  raisedOn: timestamp,
  raisedBy: z.string(),
  runCount: z.number().int().describe('The current run at the time of the event'),
  consumedBy: z.object({ runCount: z.number().int(), sequence: z.number().int() }).optional(),
  consumedOn: timestamp.optional(),
});

export const taskEventListQuery = z.strictObject({ ...pageQuery });

/** An event's id: a positive 64-bit integer as text. */
const eventId = z
  .string()
  .regex(/^[1-9]\d{0,18}$/, 'a positive whole number')
  .refine((text) => !/^\d+$/.test(text) || BigInt(text) <= 9_223_372_036_854_775_807n, 'beyond 64 bits');

/** Filters for the external events of all tasks, newest first. */
export const eventListQuery = z.strictObject({
  ...pageQuery,
  id: eventId.optional(),
  taskId: taskId.optional(),
  name: itemName.optional().describe('A name, or a prefix followed by `*`'),
  consumed: booleanQuery.optional(),
  raisedAfter: timestampInput.optional(),
  raisedBefore: timestampInput.optional(),
});

/** A run that currently waits for an event. */
export const eventWait = z.object({
  taskId,
  type: z.string(),
  runCount: z.number().int(),
  sequence: z.number().int(),
  eventName: z.string(),
  since: timestamp,
  until: timestamp.optional(),
});

export const eventWaitListQuery = z.strictObject({
  ...pageQuery,
  name: itemName.optional().describe('A name, or a prefix followed by `*`'),
  taskId: taskId.optional(),
});

/** Wrapper of a value of type T. */
export type ValueData<T = JsonValue> = { value: T };
export type ExternalEvent = z.output<typeof externalEvent>;
export type EventListFilter = z.output<typeof eventListQuery>;
export type EventWait = z.output<typeof eventWait>;
export type EventWaitListFilter = z.output<typeof eventWaitListQuery>;
