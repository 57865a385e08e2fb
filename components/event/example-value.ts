import { type JsonObject, stringifyJson } from '#contract';

/** A first value to write over: the schema's example or its required members with values of their types. */
export function exampleOf(schema: JsonObject | undefined): string {
  if (schema === undefined) return '{}';
  return stringifyJson(blankOf(schema), 2);
}

function blankOf(schema: JsonObject): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0];
  if (Array.isArray(schema.enum)) return schema.enum[0];
  switch (schema.type) {
    case 'object': {
      const members = isObject(schema.properties) ? schema.properties : {};
      const required = Array.isArray(schema.required) ? schema.required : Object.keys(members);
      return Object.fromEntries(
        Object.entries(members).flatMap(([name, member]) =>
          required.includes(name) && isObject(member) ? [[name, blankOf(member)]] : [],
        ),
      );
    }
    case 'array':
      return [];
    case 'string':
      return '';
    case 'number':
    case 'integer':
      return 0;
    case 'boolean':
      return true;
    default:
      return null;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
