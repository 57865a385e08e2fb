import { z } from 'zod';
import { limits } from '#contract';

type JsonSchema = {
  type?: string;
  /** A function of its own gets the value before the type is checked. */
  isPrepared?: boolean;
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: readonly unknown[];
  const?: unknown;
};
type Place = { at: string; schema: JsonSchema; wrap: (part: string) => string };

const MiB = 1024 * 1024;
const deepest = 3;
/** JSON that is large in one way each: a check that takes a microsecond for a part takes a hundred milliseconds. */
const large: Readonly<Record<string, string>> = {
  'a long text': `"${'x'.repeat(4 * MiB)}"`,
  'many texts': `[${Array.from({ length: 100_000 }, (_, at) => `"t${at}"`).join()}]`,
  'many parts': `[${'[[],{"a":0}],'.repeat(30_000)}0]`,
  'many names': `{${Array.from({ length: limits.namesPerObject }, (_, at) => `"n${at}":"text"`).join()}}`,
};

/**
 * Makes bodies for a schema, each with one large part at one place, beside what tells alternatives apart. What the same
 * check has looked at, which `seen` says, is left out. The body as a whole is sent to each operation.
 */
export function* largeBodies(schema: z.ZodType, seen: Set<string>): Generator<[what: string, body: () => string]> {
  const json = z.toJSONSchema(schema, {
    ...{ io: 'input', unrepresentable: 'any', reused: 'inline' },
    override: ({ zodSchema, jsonSchema }) => {
      if (isPrepared(zodSchema)) Object.assign(jsonSchema, { isPrepared: true });
    },
  });
  for (const { at, schema: part, wrap } of placesIn({ at: '', schema: json as JsonSchema, wrap: (text) => text }, 0))
    for (const [what, body] of Object.entries(large)) {
      const check = `${what} ${checkOf(part, at, body)}`;
      if (seen.has(check)) continue;
      seen.add(check);
      yield [`${what} at ${at || 'the body'}`, () => wrap(body)];
    }
}

/** What is of another type than the one that is asked for is refused for its type, whatever else is asked. */
function checkOf(schema: JsonSchema, at: string, body: string): string {
  const { type, isPrepared } = schema;
  if (isPrepared !== true && type !== undefined && type !== typeOf(body) && (at !== '' || isScalar(type))) return type;
  return JSON.stringify(schema, (name, value) => (name === 'description' ? undefined : value));
}

const isScalar = (type: string) => type !== 'object' && type !== 'array';
const typeOf = (body: string) => (body.startsWith('"') ? 'string' : body.startsWith('[') ? 'array' : 'object');

function isPrepared(schema: z.core.$ZodType): boolean {
  return schema instanceof z.core.$ZodPipe && schema._zod.def.in instanceof z.core.$ZodTransform;
}

function* placesIn(place: Place, depth: number): Generator<Place> {
  const { at, schema, wrap } = place;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) {
    for (const choice of choices) yield* placesIn({ at, schema: choice, wrap }, depth);
    return;
  }
  yield place;
  if (depth === deepest) return;
  if (schema.items !== undefined)
    yield* placesIn({ at: `${at}/0`, schema: schema.items, wrap: (text) => wrap(`[${text}]`) }, depth + 1);
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const beside = Object.entries(schema.properties ?? {}).flatMap(
      ([other, { const: only, enum: [first] = [only] }]) =>
        other === name || first === undefined ? [] : [`${JSON.stringify(other)}:${JSON.stringify(first)},`],
    );
    const within = (text: string) => wrap(`{${beside.join('')}${JSON.stringify(name)}:${text}}`);
    yield* placesIn({ at: `${at}/${name}`, schema: member, wrap: within }, depth + 1);
  }
}
