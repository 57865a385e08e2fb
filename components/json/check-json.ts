import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import {
  isRedactedMarker,
  type JsonObject,
  type JsonValue,
  LosslessNumber,
  parseJson,
  plainValue,
  pointerPart,
  stringifyJson,
} from '#contract';
import { findPlaces, placeOf, pointersAround } from './json-places.ts';

/** Something wrong with a JSON text, where (as offsets into it) and at which JSON Pointer. */
export type JsonProblem = { from: number; to: number; message: string; pointer: string };

/** What is known of a JSON text. */
export type JsonCheck = {
  /** Whether the text is JSON. */
  isJson: boolean;
  /** Of the value as compact UTF-8 JSON. */
  valueBytes: number | undefined;
  /** At most `maximumProblems`. */
  problems: JsonProblem[];
};

/** A check with the value itself, numbers exact; `undefined` where the text is empty or no JSON. */
type CheckedJson = JsonCheck & { value: JsonValue | undefined };

const maximumProblems = 500;

export type CheckOptions = {
  schema?: JsonObject | undefined;
  /** `keep`: a redaction marker stands for the stored value; `refuse`: there is none that it could stand for. */
  redacted?: 'keep' | 'refuse' | undefined;
  /** Problems found elsewhere, such as by the service. */
  errors?: readonly { pointer: string; message: string }[] | undefined;
};

/** Reads a JSON text exactly and checks it against a schema (JSON Schema 2020-12). */
export function checkJson(text: string, { schema, redacted = 'refuse', errors = [] }: CheckOptions = {}): CheckedJson {
  const noValue = { isJson: false, value: undefined, valueBytes: undefined };
  if (text.trim() === '') return { ...noValue, problems: errors.map((error) => ({ from: 0, to: 0, ...error })) };
  let value: JsonValue;
  try {
    value = parseJson(text);
  } catch (error) {
    const from = Math.min(findPlaces(text, new Set()).brokenAt ?? 0, Math.max(0, text.length - 1));
    return { ...noValue, problems: [{ from, to: from + 1, message: syntaxMessage(error), pointer: '' }] };
  }
  const stands = standIns(value, '');
  const markers = redacted === 'refuse' ? stands.filter(({ isRedacted }) => isRedacted) : [];
  const broken = schema ? violations(schema, value) : [];
  const found = [
    ...broken.filter(({ pointer }) => !stands.some((stand) => isWithin(pointer, stand.pointer))),
    ...markers.map(({ pointer }) => ({ pointer, message: 'This value is redacted. Enter a value.' })),
    ...errors,
  ].slice(0, maximumProblems);
  return { isJson: true, value, valueBytes: bytesOf(stringifyJson(value)), problems: placed(text, found) };
}

/** Marks each problem in the text. */
function placed(text: string, found: readonly { pointer: string; message: string }[]): JsonProblem[] {
  if (found.length === 0) return [];
  const { places } = findPlaces(text, new Set(found.flatMap(({ pointer }) => pointersAround(pointer))));
  return found.map(({ pointer, message }) => {
    const place = placeOf(places, pointer) ?? { from: 0, to: text.length };
    // a whole object or array underlined would hide what is wrong in it
    const isLong = /[{[]/.test(text.charAt(place.from));
    const shown =
      isLong || message === unknownProperty ? (place.name ?? { from: place.from, to: place.from + 1 }) : place;
    return { from: shown.from, to: shown.to, message, pointer };
  });
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** JSON text laid out over lines, every number as it was written; `undefined` where it is no JSON. */
export function formatJson(text: string): string | undefined {
  try {
    return stringifyJson(parseJson(text), 2);
  } catch {
    return undefined;
  }
}

function violations(schema: JsonObject, value: JsonValue): { pointer: string; message: string }[] {
  const { errors } = new Validator(asSchema(schema), '2020-12', false).validate(plainValue(value));
  const alternatives = errors
    .filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')
    .map(({ keywordLocation }) => `${keywordLocation}/`);
  const seen = new Set<string>();
  return errors.flatMap((error) => {
    if (wrappers.has(error.keyword) || alternatives.some((prefix) => error.keywordLocation.startsWith(prefix)))
      return [];
    const found = { pointer: decodeLocation(error.instanceLocation), message: sentence(error) };
    const key = `${found.pointer} ${found.message}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [found];
  });
}

/** Keywords that only tell that something deeper failed. */
const wrappers = new Set([
  'properties',
  'patternProperties',
  'additionalProperties',
  'items',
  'prefixItems',
  'allOf',
  '$ref',
  'if',
]);

const unknownProperty = 'Unknown property.';

function sentence({ keyword, error }: OutputUnit): string {
  if (keyword === 'false') return unknownProperty;
  if (keyword === 'anyOf' || keyword === 'oneOf') return 'The value matches none of the allowed forms.';
  return error
    .replace(/^Instance does not have required property (".*")\.$/, 'The required property $1 is missing.')
    .replace(/^Instance type "(.*)" is invalid\. Expected "(.*)"\.$/, 'This is $1; it must be $2.')
    .replace(/^Instance does not match any of \[(.*)\]\.$/, 'This must be one of $1.')
    .replace(/^Instance/, 'This value');
}

function syntaxMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const cause = message
    .replace(/ (in|of) JSON.*$/, '')
    .replace(/, (?:\.\.\.)?"[\s\S]*"(?:\.\.\.)? is not valid JSON$/, '')
    .replace(/ at position.*$/, '');
  return cause === '' ? 'This is not JSON.' : `This is not JSON: ${cause.charAt(0).toLowerCase()}${cause.slice(1)}.`;
}

/** Values that stand for others, which the schema cannot judge: redaction markers and references to secrets. */
function standIns(value: JsonValue, pointer: string): { pointer: string; isRedacted: boolean }[] {
  if (typeof value !== 'object' || value === null || value instanceof LosslessNumber) return [];
  if (Array.isArray(value)) return value.flatMap((item, index) => standIns(item, `${pointer}/${index}`));
  if (isRedactedMarker(value)) return [{ pointer, isRedacted: true }];
  const names = Object.keys(value);
  if (names.length === 1 && typeof value.$secret === 'string') return [{ pointer, isRedacted: false }];
  return names.flatMap((name) => standIns(value[name] ?? null, `${pointer}/${pointerPart(name)}`));
}

function isWithin(pointer: string, outer: string): boolean {
  return pointer === outer || pointer.startsWith(`${outer}/`);
}

function decodeLocation(location: string): string {
  try {
    return decodeURI(location.slice(1));
  } catch {
    return location.slice(1);
  }
}

/** Any JSON object is a schema to the validator; keywords that it does not know are passed over. */
function asSchema(schema: JsonObject): Schema {
  return schema as Schema;
}
