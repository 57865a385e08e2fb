import { z } from 'zod';
import { jsonPointer } from './identifiers.ts';
import { isStorable } from './json.ts';
import { longestCondition, longestHeldValue, problemOfCondition, problemOfPath } from './value-condition-text.ts';

/** A text or number that is looked for in values. */
export const heldValue = z
  .string()
  .min(1)
  .max(longestHeldValue)
  .refine(isStorable, 'a value that is looked for has no NUL and no half character');

/** A condition as text of a query: a JSON array of a JSON Pointer, an operator and its operands. */
export const valueCondition = z
  .string()
  .max(longestCondition)
  .superRefine((text, context) => {
    const message = problemOfCondition(text);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  })
  .describe(
    'A condition on the values, as JSON: ["/customer","=","A-17"]. = and != take one or more operands, <, <=, > and >= take one number or string, exists and missing take none, and holds takes one string: the part at the pointer, or a part of it, is this text or the number that it reads',
  );

/** A path that conditions can name, and an index can be built on. */
export const valuePointer = z
  .union([z.literal(''), jsonPointer], 'a JSON Pointer (RFC 6901) into the value, or the empty pointer')
  .superRefine((text, context) => {
    const message = problemOfPath(text);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });
