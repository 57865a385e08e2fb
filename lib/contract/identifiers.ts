import { z } from 'zod';
import { wholeNumberIn } from './number-in.ts';
import { ranges } from './ranges.ts';
import { wholeNumber } from './whole-number.ts';

/**
 * 1 to 128 characters of `A-Za-z0-9._:-`. `.` and `..` are not allowed here and below, because URL paths cannot contain
 * them.
 */
export const taskId = z
  .string()
  .regex(/^(?!\.{1,2}$)[A-Za-z0-9._:-]{1,128}$/, 'a task id is 1 to 128 characters of A-Z a-z 0-9 . _ : -')
  .describe('1 to 128 characters of A-Z a-z 0-9 . _ : -');

/** 1 to 63 lower-case letters, digits and `._-`. The first is a letter or digit. */
export const storeName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,62}$/,
    'a store name is 1 to 63 characters of a-z 0-9 . _ - and starts with a letter or digit',
  )
  .describe('Name of the store: 1 to 63 characters of a-z 0-9 . _ -, the first a letter or digit');

/** 1 to 512 characters without control characters. `/` makes a hierarchy. `.` and `..` are not allowed. */
export const stateId = z
  .string()
  .min(1)
  .max(512)
  .regex(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this refuses
    /^(?!\.{1,2}$)[^\u0000-\u001f\u007f]*$/,
    'a state id is 1 to 512 characters without control characters and is not . or ..',
  )
  .refine((id) => id.isWellFormed(), 'a state id is well-formed Unicode')
  .describe('Id of the entry: 1 to 512 characters without control characters. / makes a hierarchy');

/** Names of events, steps and locks: 1 to 256 characters without control characters. */
export const itemName = z
  .string()
  .min(1)
  .max(256)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this refuses
  .regex(/^(?!\.{1,2}$)[^\u0000-\u001f\u007f]*$/, 'a name has no control characters and is not . or ..')
  .describe('Name: 1 to 256 characters without control characters');

/** A queue, type or concurrency key: 1 to 128 printable characters without spaces. */
export const token = z
  .string()
  .regex(/^(?!\.{1,2}$)[!-~]{1,128}$/, '1 to 128 printable ASCII characters without spaces')
  .describe('1 to 128 printable ASCII characters without spaces');

/** The `Idempotency-Key` of a request. Requests with the same key are carried out once. */
export const idempotencyKey = z
  .string()
  .regex(/^(?! *$)[\x20-\x7e]{1,255}$/, 'an idempotency key is 1 to 255 printable ASCII characters, not only spaces');

/** The `If-Match` condition of a request. */
export const ifMatch = z
  .string()
  .trim()
  .regex(/^(\*|(W\/)?"[\x21\x23-\x7e]*")$/, 'If-Match takes one entity tag, quoted, or *');

const largestInteger = 2 ** 31 - 1;

/** The place of a step in a query or path. */
export const stepSequence = wholeNumber(0, largestInteger).describe('Place of the step in its run, from 0');

/** The number of an attempt in a query. */
export const attemptNumber = wholeNumber(1, largestInteger);

const maximumRunCount = 2n ** 63n - 1n;

/** A run count in a path: any positive 64-bit value, as a bigint. */
export const runCount = z
  .string()
  .regex(/^[0-9]{1,19}$/, 'a run count is a whole number from 1 to 9223372036854775807')
  .transform((digits) => BigInt(digits))
  .refine(
    (count) => count >= 1n && count <= maximumRunCount,
    'a run count is a whole number from 1 to 9223372036854775807',
  )
  .describe('Number of the run, from 1');

/** A time in RFC 3339, UTC, with milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 }).describe('RFC 3339, UTC, milliseconds');

/** The years that RFC 3339 and PostgreSQL both write with four digits. An offset can move a time out of them. */
const isOfCommonYears = (text: string) => /^(?!0000)\d{4}-/.test(text);

/** A time in RFC 3339 with any precision and offset, converted to UTC with milliseconds. */
export const timestampInput = z.iso
  .datetime({ offset: true, error: 'a time is RFC 3339 with an offset, such as 2026-11-28T07:00:00Z' })
  .transform((text) => new Date(text).toISOString())
  .refine(isOfCommonYears, 'a time is in the years 0001 to 9999 UTC')
  .describe('RFC 3339 time');

/** A JSON Pointer (RFC 6901). */
export const jsonPointer = z
  .string()
  .max(1024)
  .regex(/^(\/([^~/]|~[01])*)+$/, 'a JSON Pointer (RFC 6901) such as /input/card/number');

/** A duration in whole milliseconds, at most ten years. */
export const durationInMs = wholeNumberIn(ranges.durationInMs);
