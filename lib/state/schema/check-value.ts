import type { Validator } from '@cfworker/json-schema';
import {
  isCause,
  type JsonValue,
  LosslessNumber,
  maximumSchemaProblems,
  type ProblemDetail,
  type SchemaFinding,
  schemaProblem,
} from '#contract';

/** What a schema has against a value; pointers are into the value. What is said of a sensitive part names no value. */
export function schemaViolations(
  validator: Validator,
  value: JsonValue,
  sensitive: readonly string[],
): ProblemDetail[] {
  const findings = findingsOf(validator, value);
  const causes = findings.filter(isCause);
  return (causes.length > 0 ? causes : findings).slice(0, maximumSchemaProblems).map((finding) => {
    const { pointer, message } = schemaProblem(finding);
    const isSensitive = sensitive.some((one) => pointer === one || pointer.startsWith(`${one}/`));
    return { pointer, message: isSensitive ? `does not meet the schema's ${finding.keyword}` : message };
  });
}

/** A schema may still turn out to be none when a value meets a part of it: then no value meets that. */
function findingsOf(validator: Validator, value: JsonValue): SchemaFinding[] {
  try {
    return validator.validate(plainValue(value)).errors;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [{ keyword: '$schema', instanceLocation: '#', error: `cannot be checked, the schema is broken: ${reason}` }];
  }
}

/** A copy that a schema can be checked against: exact numbers as doubles, names as well-formed Unicode. */
function plainValue(value: JsonValue): unknown {
  if (typeof value === 'bigint' || value instanceof LosslessNumber) return Number(value.toString());
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(plainValue);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name.toWellFormed(), plainValue(part)]));
}
