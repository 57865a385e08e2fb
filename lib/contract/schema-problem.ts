import type { ProblemDetail } from './errors.ts';

/** A finding of a JSON Schema validator about one keyword. Places are written `#/a/b`. */
export type SchemaFinding = { keyword: string; instanceLocation: string; error: string };

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

/** Returns a finding for callers: a JSON Pointer into the value, and a sentence. */
export function schemaProblem({ instanceLocation, error }: SchemaFinding): ProblemDetail {
  const text = error.replace(/^Instance /, '').replace(/\.$/, '');
  return {
    pointer: decodeURIComponent(instanceLocation.slice(1)),
    message: `${text.charAt(0).toLowerCase()}${text.slice(1)}`,
  };
}
