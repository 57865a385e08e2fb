import { z } from 'zod';
import { jsonPointer } from './identifiers.ts';
import type { JsonValue } from './json.ts';
import { pathOfOrder } from './task-list-words.ts';
import { longestTaskPointer, taskPointerForm, taskPointerRule } from './task-value-path.ts';
import { problemOfPath } from './value-condition-text.ts';

/** A path into a task that lists can show, as a JSON Pointer whose first part is `input` or `output`. */
export const taskValuePointer = jsonPointer
  .max(longestTaskPointer)
  .regex(taskPointerForm, taskPointerRule)
  .superRefine((pointer, context) => {
    const message = problemOfPath(pointer);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
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
