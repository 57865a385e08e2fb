import type { z } from 'zod';
import { issueMessage, parseJson, pointerPart, stringifyJson, tellingAll } from '#contract';
import { type ArgumentErrorKind, argumentError } from './argument-error.ts';

type Issue = z.core.$ZodIssue;

/**
 * Throws `TypeError` or `RangeError`, naming each place, for arguments that the schema rejects. A rejected value may
 * still be valid as JSON (a member that is `undefined`, a `bigint` for a count), so its JSON is checked then.
 */
export function checkGiven(schema: z.ZodType, given: unknown): void {
  if (schema.safeParse(given).success) return;
  const sent = parseJson(stringifyJson(given));
  const [first, ...more] = schema.safeParse(sent, tellingAll).error?.issues ?? [];
  if (first === undefined) return;
  throw argumentError(kindOf(first, valueAt(sent, first.path)), detailOf(first), ...more.map(detailOf));
}

function detailOf(issue: Issue) {
  const pointer = issue.path.map((part) => `/${pointerPart(String(part))}`).join('');
  return { pointer, message: issueMessage(issue) };
}

function kindOf(issue: Issue, value: unknown): ArgumentErrorKind {
  if (value === undefined) return TypeError;
  switch (issue.code) {
    case 'invalid_type':
      return typeof value === 'number' && /^(number|int)$/.test(issue.expected) ? RangeError : TypeError;
    case 'invalid_value':
      return issue.values.some((allowed) => typeof allowed === typeof value) ? RangeError : TypeError;
    case 'invalid_union':
      return issue.errors.some(([cause]) => cause !== undefined && kindOf(cause, value) === RangeError)
        ? RangeError
        : TypeError;
    case 'unrecognized_keys':
      return TypeError;
    default:
      return RangeError;
  }
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (part, name) => (typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined),
    value,
  );
}
