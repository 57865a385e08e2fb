import { parse as parseTelling } from 'lossless-json';
import { endOfJsonString, isStorable, type JsonValue, limits, parseJson, pointerPart, TaskdeckError } from '#contract';
import { findDuplicateKey } from './duplicate-key.ts';

/** Whether the value at a pointer is kept as JSON text and never looked into by the database. */
export type KeptAsText = (pointer: string) => boolean;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/**
 * JSON from the bytes of a body. Throws `InvalidJson` telling where, also where a name stands twice in an object;
 * `LimitExceeded` when it is nested too deeply; `InvalidRequest` when a string holds what PostgreSQL cannot: U+0000 or
 * half a surrogate pair. Where `isKeptAsText` says so (by JSON Pointer) they may stand: JSON that is never looked into.
 */
export function parseBody(bytes: Buffer, isKeptAsText: KeptAsText = () => false): JsonValue {
  const text = decode(bytes);
  refuseDeep(text);
  const value = parse(text);
  refuseDuplicates(text);
  if (text.includes('\\u')) refuseUnstorable(value, '', isKeptAsText);
  return value;
}

function decode(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    throw new TaskdeckError('InvalidJson', 'the body is not UTF-8', { cause: error });
  }
}

function parse(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch (error) {
    throw new TaskdeckError('InvalidJson', `the body is not JSON: ${whereItFails(text)}`, { cause: error });
  }
}

function refuseDuplicates(text: string): void {
  const found = findDuplicateKey(text);
  if (found === undefined) return;
  const what = `the name ${JSON.stringify(found.name.slice(0, 100))} stands twice in an object`;
  throw new TaskdeckError('InvalidJson', `the body is not JSON: ${what}: ${placeIn(text, found.position)}`);
}

/** Line and column of the first thing that is not JSON: lossless-json tells its position, `JSON.parse` not always. */
function whereItFails(text: string): string {
  try {
    parseTelling(text);
  } catch (error) {
    const position = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
    if (position === undefined || Number(position) >= text.length) return `it ends too early (position ${text.length})`;
    return placeIn(text, Number(position));
  }
  return 'it cannot be read';
}

function placeIn(text: string, position: number): string {
  const before = text.slice(0, position).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1} (position ${position})`;
}

/** Walking a value recursively must never exhaust the stack, here or in PostgreSQL. */
function refuseDeep(text: string): void {
  if (text.length <= limits.jsonDepth) return;
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 34) {
      const end = endOfJsonString(text, index);
      if (end < 0) return; // no JSON: refused by its reader
      index = end;
    } else if (code === 123 || code === 91) {
      depth += 1;
      if (depth > limits.jsonDepth)
        throw new TaskdeckError('LimitExceeded', `JSON may be nested at most ${limits.jsonDepth} deep; this is deeper`);
    } else if (code === 125 || code === 93) depth -= 1;
  }
}

function refuseUnstorable(value: JsonValue, pointer: string, isKeptAsText: KeptAsText): void {
  if (isKeptAsText(pointer)) return;
  if (typeof value === 'string') {
    if (!isStorable(value)) throw unstorable(pointer);
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) refuseUnstorable(item, `${pointer}/${index}`, isKeptAsText);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) {
      if (!isStorable(name)) throw unstorable(pointer);
      refuseUnstorable(part, `${pointer}/${pointerPart(name)}`, isKeptAsText);
    }
  }
}

function unstorable(pointer: string): TaskdeckError {
  const message = 'text cannot hold U+0000 or half a surrogate pair';
  return new TaskdeckError('InvalidRequest', message, { details: [{ pointer, message }] });
}
