import type { OutputUnit, Validator } from '@cfworker/json-schema';
import { type JsonValue, LosslessNumber, type ProblemDetail } from '#contract';

/** Keywords that only say that something below them failed; what failed is an error of its own. */
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
const maximumDetails = 50;

/** What a schema has against a value; pointers are into the value. What is said of a sensitive part names no value. */
export function schemaViolations(
  validator: Validator,
  value: JsonValue,
  sensitive: readonly string[],
): ProblemDetail[] {
  const result = validator.validate(plainValue(value));
  if (result.valid) return [];
  const telling = result.errors.filter((error) => !summaries.has(error.keyword));
  return (telling.length > 0 ? telling : result.errors).slice(0, maximumDetails).map((error) => {
    const pointer = decodeURIComponent(error.instanceLocation.slice(1)); // cfworker's locations are `#/a/b`
    const isSensitive = sensitive.some((one) => pointer === one || pointer.startsWith(`${one}/`));
    return { pointer, message: isSensitive ? `does not meet the schema's ${error.keyword}` : sentenceOf(error) };
  });
}

function sentenceOf(error: OutputUnit): string {
  const text = error.error.replace(/^Instance /, '').replace(/\.$/, '');
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

/** A copy that a schema can be checked against: exact numbers as doubles, names as well-formed Unicode. */
function plainValue(value: JsonValue): unknown {
  if (typeof value === 'bigint' || value instanceof LosslessNumber) return Number(value.toString());
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(plainValue);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name.toWellFormed(), plainValue(part)]));
}
