import {
  isCause,
  type JsonValue,
  maximumSchemaProblems,
  type ProblemDetail,
  plainValue,
  type SchemaFinding,
  schemaProblem,
} from '#contract';
import type { StoreSchema } from '../stores/stores.ts';
import { isTimeUp, withinTime } from './within-time.ts';

/**
 * The time limit of a check. A pattern may backtrack for very long on some text, and all other callers wait meanwhile.
 */
const longestInMs = 1_000;

/**
 * Returns what a schema refuses in a value, with pointers into the value. A message about a sensitive part quotes no
 * value.
 */
export function schemaViolations(schema: StoreSchema, value: JsonValue, sensitive: readonly string[]): ProblemDetail[] {
  const findings = findingsOf(schema, value);
  const causes = findings.filter(isCause);
  return (causes.length > 0 ? causes : findings)
    .slice(0, maximumSchemaProblems)
    .map((finding) => schemaProblem(finding, sensitive));
}

/** A part of a schema may turn out to be invalid when a value reaches it. The value is then refused there. */
function findingsOf({ validator, hasPatterns }: StoreSchema, value: JsonValue): SchemaFinding[] {
  const check = () => validator.validate(plainValue(value)).errors;
  try {
    return hasPatterns ? withinTime(longestInMs, check) : check();
  } catch (error) {
    const reason = isTimeUp(error)
      ? `a pattern of the schema takes longer than ${longestInMs} ms`
      : `the schema is broken: ${error instanceof Error ? error.message : String(error)}`;
    return [{ keyword: '$schema', instanceLocation: '#', error: `cannot be checked, ${reason}` }];
  }
}
