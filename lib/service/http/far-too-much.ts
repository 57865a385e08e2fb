import { z } from 'zod';
import { type ProblemDetail, pointerPart } from '#contract';

/** A schema takes tens of milliseconds for as many items or names. */
const maximumParts = 10_000;
/** A part this many times larger than its schema allows is refused before the schema looks into it. */
const factor = 10;

type Bounds = {
  maxItems?: number;
  maxLength?: number;
  items?: Bounds;
  properties?: { [name: string]: Bounds };
  additionalProperties?: Bounds | boolean;
  anyOf?: Bounds[];
  oneOf?: Bounds[];
};

/**
 * Returns a function that finds a list, an object or a text that is far larger than a schema allows. The schema itself
 * would look at every part of it, which takes seconds for millions.
 */
export function finderOfFarTooMuch(schema: z.ZodType): (value: unknown) => ProblemDetail | undefined {
  const bounds = trustBounds(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }));
  return (value) => find(bounds, value, '');
}

function find(bounds: Bounds, value: unknown, pointer: string): ProblemDetail | undefined {
  for (const choice of bounds.anyOf ?? bounds.oneOf ?? []) {
    const problem = find(choice, value, pointer);
    if (problem !== undefined) return problem;
  }
  if (typeof value === 'string') return refuse(pointer, value.length, 'characters', bounds.maxLength);
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return findInItems(bounds, value, pointer);
  if (bounds.properties === undefined && bounds.additionalProperties === undefined) return undefined;
  const names = Object.keys(value);
  if (names.length > maximumParts) return farTooMany(pointer, names.length, 'names');
  for (const name of names) {
    const inner = bounds.properties?.[name] ?? bounds.additionalProperties;
    if (typeof inner !== 'object') continue;
    const problem = find(inner, Reflect.get(value, name), `${pointer}/${pointerPart(name)}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function findInItems({ items, maxItems }: Bounds, value: readonly unknown[], pointer: string) {
  if (items === undefined) return undefined;
  const tooMany =
    maxItems === undefined && value.length > maximumParts
      ? farTooMany(pointer, value.length, 'items')
      : refuse(pointer, value.length, 'items', maxItems);
  if (tooMany !== undefined) return tooMany;
  for (const [index, item] of value.entries()) {
    const problem = find(items, item, `${pointer}/${index}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** By the words of a schema. */
function refuse(pointer: string, actual: number, unit: string, maximum = Number.POSITIVE_INFINITY) {
  const message = `has ${actual} ${unit}, the maximum is ${maximum}`;
  return actual > maximum * factor ? { pointer, message } : undefined;
}

function farTooMany(pointer: string, actual: number, unit: string): ProblemDetail {
  return { pointer, message: `has ${actual} ${unit}, which is far too many` };
}

/** JSON Schema documents have these members, whose meaning the standard defines. */
function trustBounds(document: object): Bounds {
  return document as Bounds;
}
