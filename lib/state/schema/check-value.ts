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

/** A schema's pattern may backtrack for ever on a text: all other callers wait for no longer than this. */
const longestInMs = 1_000;

/** What a schema has against a value; pointers are into the value. What is said of a sensitive part names no value. */
export function schemaViolations(schema: StoreSchema, value: JsonValue, sensitive: readonly string[]): ProblemDetail[] {
  const findings = findingsOf(schema, value);
  const causes = findings.filter(isCause);
  return (causes.length > 0 ? causes : findings)
    .slice(0, maximumSchemaProblems)
    .map((finding) => schemaProblem(finding, sensitive));
}

/** A schema may still turn out to be none when a value meets a part of it: then no value meets that. */
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
