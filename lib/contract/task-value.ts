import { z } from 'zod';
import { jsonPointer } from './identifiers.ts';
import type { JsonValue } from './json.ts';
import { isCovered, pathOf } from './pointer.ts';
import { pathOfOrder } from './task-list-words.ts';
import { valuePointer } from './value-condition.ts';

/** A path into a task that lists can show, as a JSON Pointer whose first part is `input` or `output`. */
export const taskValuePointer = jsonPointer
  .max(256)
  .regex(
    /^\/(?:input|output)(?:\/|$)/,
    'a JSON Pointer at or below /input or /output, such as /input/customer/id, of up to 256 characters',
  )
  .superRefine((pointer, context) => {
    for (const { message } of valuePointer.safeParse(pointer).error?.issues ?? [])
      context.addIssue({ code: 'custom', message });
  });

/** The order of the values at a path: `/input/total desc`. */
export const valueOrder = z
  .templateLiteral(['/', z.string().max(255), ' ', z.enum(['asc', 'desc'])])
  .superRefine((order, context) => {
    const parsed = taskValuePointer.safeParse(pathOfOrder(order));
    for (const { message } of parsed.error?.issues ?? []) context.addIssue({ code: 'custom', message });
  });

/** The value of a task at a path, as a list carries it. */
export const listedValue = z.object({
  value: z
    .custom<JsonValue>((value) => value !== undefined)
    .optional()
    .describe('Any JSON value. Omitted when it is not a text and is too long'),
  isTruncated: z
    .literal(true)
    .optional()
    .describe('The value is longer than lists show, or has characters that cannot be read: a text is cut'),
});

export type ListedValue = z.output<typeof listedValue>;

/** Longer values are cut in lists, in bytes of JSON. */
export const longestListedValue = 1_024;

/** The root of a path and its parts below the root. */
export function partsOfValuePointer(pointer: string): { root: 'input' | 'output'; path: string[] } {
  const [root, ...path] = pathOf(pointer);
  return { root: root === 'output' ? 'output' : 'input', path };
}

/** Returns the sensitive pointers that cover the value at a path or a part of it. */
export function marksOver(pointer: string, sensitive: readonly string[]): string[] {
  return sensitive.filter((mark) => isCovered(pointer, mark) || mark.startsWith(`${pointer}/`));
}
