import type { ProblemDetail } from './errors.ts';

/** A finding of a JSON Schema validator about one keyword. Places are written `#/a/b`. */
export type SchemaFinding = { keyword: string; instanceLocation: string; error: string; keywordLocation?: string };

/** Maximum number of details in one problem. */
export const maximumSchemaProblems = 50;

/** Keywords that only report a failure below them, which is a separate finding. */
const summaries = new Set([
  '$ref',
  '$dynamicRef',
  'allOf',
  'properties',
  'patternProperties',
  'items',
  'prefixItems',
  'if',
  'then',
  'else',
]);

/** Whether a finding is a cause and not a summary of other findings. */
export function isCause({ keyword }: SchemaFinding): boolean {
  return !summaries.has(keyword);
}

/**
 * A finding as callers get it: a JSON Pointer into the value, and a sentence. The sentence on a value at or below a
 * sensitive pointer names the keyword only: a validator quotes values.
 */
export function schemaProblem(
  { keyword, instanceLocation, error }: SchemaFinding,
  sensitive: readonly string[] = [],
): ProblemDetail {
  const text = error.replace(/^Instance /, '').replace(/\.$/, '');
  const pointer = decodeURIComponent(instanceLocation.slice(1));
  const quotes = sensitive.some((one) => `${pointer}/`.startsWith(`${one}/`));
  if (quotes) return { pointer, message: `does not meet the schema's ${keyword}` };
  return {
    pointer,
    message: `${text.charAt(0).toLowerCase()}${text.slice(1)}`,
  };
}
