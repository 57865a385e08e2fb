import type { ProblemDetail } from './errors.ts';

/** What a JSON Schema validator tells of one keyword that was not met; its places are written `#/a/b`. */
export type SchemaFinding = { keyword: string; instanceLocation: string; error: string };

/** Details of one problem: more help nobody. */
export const maximumSchemaProblems = 50;

/** Keywords that only say that something below them failed; what failed is a finding of its own. */
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

/** Whether a finding is a cause, and not the sum of others. */
export function isCause({ keyword }: SchemaFinding): boolean {
  return !summaries.has(keyword);
}

/** A finding as callers are told of it: a JSON Pointer into the value, and a sentence. */
export function schemaProblem({ instanceLocation, error }: SchemaFinding): ProblemDetail {
  const text = error.replace(/^Instance /, '').replace(/\.$/, '');
  return {
    pointer: decodeURIComponent(instanceLocation.slice(1)),
    message: `${text.charAt(0).toLowerCase()}${text.slice(1)}`,
  };
}
