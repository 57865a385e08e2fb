import { type Schema, Validator } from '@cfworker/json-schema';
import { isJsonObject, type JsonObject, type JsonValue, parseJson, stringifyJson } from '#contract';

/** A JSON Schema 2020-12 that values are checked against. */
export type JsonSchema = {
  text: string;
  /** Keywords and schemas in it, or `Infinity` when the time of a check cannot be known from the sizes alone. */
  weight: number;
  /** Compiled at its first use on this thread. */
  validator(): Validator;
};

export function jsonSchema(schema: JsonObject | string): JsonSchema {
  const text = typeof schema === 'string' ? schema : stringifyJson(schema);
  let compiled: Validator | undefined;
  return {
    text,
    weight: text.length > maximumTextOfKnownWeight ? Number.POSITIVE_INFINITY : weightOf(parseJson(text)),
    validator: () => {
      compiled ??= compile(text);
      return compiled;
    },
  };
}

export function compile(text: string): Validator {
  return new Validator(trustSchema(JSON.parse(text)), '2020-12', false);
}

const maximumTextOfKnownWeight = 32_768;

/**
 * Keywords that may take longer than the sizes of schema and value tell: patterns backtrack, references repeat each
 * other, and items are compared in pairs.
 */
const unbounded = new Set([
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  'pattern',
  'patternProperties',
  'uniqueItems',
  'format',
]);

/** Keywords whose members are names of the caller's choice. */
const named = new Set(['properties', '$defs', 'definitions', 'dependentSchemas', 'dependentRequired', 'dependencies']);
/** Keywords whose value is data. */
const data = new Set(['const', 'enum', 'default', 'examples', 'required', 'type']);

function weightOf(value: JsonValue, isSchema = true): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + weightOf(item, isSchema), 1);
  if (!isJsonObject(value)) return 1;
  let weight = 1;
  for (const [name, part] of Object.entries(value)) {
    if (isSchema && unbounded.has(name)) return Number.POSITIVE_INFINITY;
    weight += isSchema && named.has(name) ? weightOfMembers(part) : weightOf(part, isSchema && !data.has(name));
  }
  return weight;
}

function weightOfMembers(members: JsonValue): number {
  if (!isJsonObject(members)) return weightOf(members);
  return Object.values(members).reduce((sum: number, part) => sum + weightOf(part), 1);
}

/** Any JSON is a JSON Schema as far as its type goes. A keyword with a wrong value fails its check. */
export function trustSchema(schema: unknown): Schema {
  return schema as Schema;
}
