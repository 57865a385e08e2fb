import { type Schema, Validator } from '@cfworker/json-schema';
import { z } from 'zod';
import type { Canaries } from './canary.ts';
import { ruleOf } from './rules.ts';

/** Every number. As a duration in milliseconds it outlasts the walk, so that no planted task ends or expires in it. */
const longestWalk = 10_000_000;

/** What a field is given instead of a generated value, by `Operation/field`; `undefined`: it is left out. */
export type Given = Record<string, unknown>;

type JsonSchema = {
  type?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  propertyNames?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
};

/** A value of a schema with every field present and a canary wherever one can stand, named after its place. */
export function plantIn(canaries: Canaries, place: string, schema: z.ZodType, given: Given = {}): unknown {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' });
  return jsonOf({ canaries, given }, place, json as JsonSchema);
}

type Planting = { canaries: Canaries; given: Given };

function jsonOf(planting: Planting, place: string, schema: JsonSchema): unknown {
  if (Object.hasOwn(planting.given, place)) return planting.given[place];
  const { type, anyOf, enum: options, const: constant } = schema;
  if (constant !== undefined) return constant;
  if (options !== undefined) return options[0];
  const [choice] = anyOf ?? [];
  if (choice !== undefined) return jsonOf(planting, place, choice);
  if (type === 'object') return objectOf(planting, place, schema);
  if (type === 'array') return [jsonOf(planting, `${place}/0`, schema.items ?? {})];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return Math.min(schema.maximum ?? longestWalk, longestWalk);
  if (type === 'string') return textOf(planting, place, schema);
  return anyJson(planting.canaries, place);
}

function objectOf(planting: Planting, place: string, schema: JsonSchema): object {
  if (schema.properties !== undefined) {
    const members = Object.entries(schema.properties).map(([name, member]) => [
      name,
      jsonOf(planting, `${place}/${name}`, member),
    ]);
    return Object.fromEntries(members.filter(([, value]) => value !== undefined));
  }
  const members = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
  const name = textOf(planting, `${place}/{name}`, { type: 'string' });
  return { [name]: jsonOf(planting, `${place}/{value}`, members) };
}

/** Any JSON: a part for a sensitive pointer to `/hidden`, with a text, a number and a key, and a part beside it. */
export function anyJson(canaries: Canaries, place: string): object {
  const [hidden, shown] = [`${place}#hidden`, `${place}#shown`];
  const rule = ruleOf(hidden);
  return {
    isLosslessNumber: true,
    hidden: {
      [canaries.text(`${hidden} as a key`, rule)]: true,
      list: [canaries.number(`${hidden} as a number`, rule), { text: canaries.text(hidden, rule) }],
    },
    shown: canaries.text(shown, ruleOf(shown)),
  };
}

/** The first of the forms that texts of the contract have which the schema takes. */
function textOf({ canaries }: Planting, place: string, schema: JsonSchema): string {
  const canary = canaries.text(place, { through: 'nobody' });
  const forms = [
    canary,
    `/${canary}`,
    `text/${canary}`,
    `${canary}@example.com`,
    '2040-01-01T00:00:00.000Z',
    `"${canary}"`,
  ];
  const validator = new Validator(schema as Schema, '2020-12', false);
  const form = forms.find((text) => validator.validate(text).valid);
  if (form === undefined) throw new Error(`no text is known that the schema of ${place} takes`);
  if (form.includes(canary)) canaries.add(canary, place, ruleOf(place));
  return form;
}
