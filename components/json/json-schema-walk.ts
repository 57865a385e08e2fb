import { isJsonObject, type JsonObject, type JsonValue } from '#contract';

/** The schemas that a value at a path may have: through properties, items, references and alternatives. */
function schemasAt(root: JsonObject, path: readonly (string | number)[]): JsonObject[] {
  return path.reduce<JsonObject[]>(
    (schemas, part) => schemas.flatMap((schema) => expand(root, memberSchema(schema, part))),
    expand(root, root),
  );
}

/** A property that may stand in an object, as completion shows it. */
type PropertyOffer = { name: string; about: string; isRequired: boolean; schema: JsonObject };

/** The properties that a value at a path may have. */
export function propertiesAt(root: JsonObject, path: readonly (string | number)[]): PropertyOffer[] {
  return schemasAt(root, path).flatMap((schema) =>
    Object.entries(asObject(schema.properties) ?? {}).map(([name, value]) => {
      const member = asObject(value) ?? {};
      const required = Array.isArray(schema.required) && schema.required.includes(name);
      return { name, about: about(member), isRequired: required, schema: member };
    }),
  );
}

/** The values that may stand at a path, as JSON, where the schema names them. */
export function valuesAt(root: JsonObject, path: readonly (string | number)[]): JsonValue[] {
  return schemasAt(root, path).flatMap((schema) => {
    if (Array.isArray(schema.enum)) return schema.enum;
    if (schema.const !== undefined) return [schema.const];
    if (schema.type === 'boolean') return [true, false];
    const named = Array.isArray(schema.examples) ? schema.examples : [];
    return schema.default === undefined ? named : [schema.default, ...named];
  });
}

function memberSchema(schema: JsonObject, part: string | number): JsonValue | undefined {
  if (typeof part === 'string') {
    const properties = asObject(schema.properties);
    return properties && Object.hasOwn(properties, part) ? properties[part] : schema.additionalProperties;
  }
  const fixed = Array.isArray(schema.prefixItems) ? schema.prefixItems[part] : undefined;
  return fixed ?? schema.items;
}

/** A schema, what it refers to, and its alternatives; references are followed to a bounded depth. */
function expand(root: JsonObject, value: JsonValue | undefined, depth = 8): JsonObject[] {
  const schema = asObject(value);
  if (!schema || depth === 0) return [];
  const referred = typeof schema.$ref === 'string' ? expand(root, refer(root, schema.$ref), depth - 1) : [];
  const parts = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) => (Array.isArray(list) ? list : []));
  return [schema, ...referred, ...parts.flatMap((part) => expand(root, part, depth - 1))];
}

function refer(root: JsonObject, reference: string): JsonValue | undefined {
  if (!reference.startsWith('#')) return undefined;
  let current: JsonValue | undefined = root;
  for (const part of reference.slice(1).split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    current = asObject(current)?.[name];
  }
  return current;
}

function about(schema: JsonObject): string {
  if (typeof schema.description === 'string') return schema.description;
  if (typeof schema.type === 'string') return schema.type;
  return Array.isArray(schema.enum) ? 'one of a list' : '';
}

function asObject(value: JsonValue | undefined): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}
