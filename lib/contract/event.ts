import { z } from 'zod';
import { itemName, taskId, timestamp, timestampInput } from './identifiers.ts';
import type { JsonValue } from './json.ts';
import { booleanQuery, pageQuery } from './paging.ts';
import { givenJson } from './task.ts';

/** Wrapper of an event's data. */
export const valueData = z.strictObject({ value: givenJson.describe('The data as JSON') });

/** An event raised on a task from outside. */
export const externalEvent = z.object({
  id: z.string().describe('Id of the event. It grows with time'),
  taskId: taskId.describe('Id of the task'),
  name: z.string().describe('Name of the event'),
  data: valueData.describe('Data of the event'),
  raisedOn: timestamp.describe('When the event was raised'),
  raisedBy: z.string().describe('Name of the caller that raised it'),
  runCount: z.number().int().describe('The current run at the time of the event'),
  consumedBy: z
    .object({
      runCount: z.number().int().describe('Number of the run, from 1'),
      sequence: z.number().int().describe('Place of the step in its run, from 0'),
    })
    .optional()
    .describe('The run and step that received it. Omitted: none has'),
  consumedOn: timestamp.optional().describe('When it was received'),
});

export const taskEventListQuery = z.strictObject({ ...pageQuery });

/** An event's id: a positive 64-bit integer as text. */
export const eventId = z
  .string()
  .regex(/^[1-9]\d{0,18}$/, 'a positive whole number')
  .refine((text) => !/^\d+$/.test(text) || BigInt(text) <= 9_223_372_036_854_775_807n, 'beyond 64 bits');

/** Filters for the external events of all tasks, newest first. */
export const eventListQuery = z.strictObject({
  ...pageQuery,
  id: eventId.optional().describe('Only the event with this id'),
  taskId: taskId.optional().describe('Only events of this task'),
  name: itemName.optional().describe('A name, or a prefix followed by `*`'),
  consumed: booleanQuery.optional().describe('true: only events that a run has received; false: only others'),
  raisedAfter: timestampInput.optional().describe('Only events at or after this time'),
  raisedBefore: timestampInput.optional().describe('Only events before this time'),
});

/** A run that currently waits for an event. */
export const eventWait = z.object({
  taskId: taskId.describe('Id of the task'),
  type: z.string().describe('Task type'),
  runCount: z.number().int().describe('Number of the run, from 1'),
  sequence: z.number().int().describe('Place of the step in its run, from 0'),
  eventName: z.string().describe('Name of the event'),
  since: timestamp.describe('When the wait began'),
  until: timestamp.optional().describe('When the wait ends without the event. Omitted: it has no limit'),
});

export const eventWaitListQuery = z.strictObject({
  ...pageQuery,
  name: itemName.optional().describe('A name, or a prefix followed by `*`'),
  taskId: taskId.optional().describe('Only waits of this task'),
});

/** Wrapper of a value of type T. */
export type ValueData<T = JsonValue> = { value: T };
export type ExternalEvent = z.output<typeof externalEvent>;
export type EventListFilter = z.output<typeof eventListQuery>;
export type EventWait = z.output<typeof eventWait>;
export type EventWaitListFilter = z.output<typeof eventWaitListQuery>;
