import { parse as parseTelling } from 'lossless-json';
import {
  duplicateName,
  invalidJson,
  isNestedTooDeep,
  isStorable,
  type JsonValue,
  type KeptAsText,
  parseInTurns,
  parseJson,
  pointerPart,
  TaskdeckError,
  Turn,
  tooDeep,
  unstorable,
} from '#contract';
import { findDuplicateKey } from './duplicate-key.ts';

/** A longer body is read in turns with other requests. */
const maximumAtOnce = 64 * 1024;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/**
 * Parses a body as JSON. Throws `InvalidJson` with the place of a syntax error or of a repeated name, `LimitExceeded`
 * for too deep nesting, and `InvalidRequest` for strings that PostgreSQL cannot store: with U+0000 or an unpaired
 * surrogate. Those are allowed at pointers for which `isKeptAsText` is true.
 */
export function parseBody(bytes: Buffer, isKeptAsText: KeptAsText = () => false): JsonValue {
  const text = decode(bytes);
  if (isNestedTooDeep(text)) throw tooDeep();
  const value = parse(text);
  refuseDuplicates(text);
  if (text.includes('\\u')) refuseUnstorable(value, '', isKeptAsText);
  return value;
}

/** As `parseBody`, and lets others have their turn while it reads a large body. */
export async function parseLargeBody(bytes: Buffer, isKeptAsText: KeptAsText = () => false): Promise<JsonValue> {
  if (bytes.length <= maximumAtOnce) return parseBody(bytes, isKeptAsText);
  const turn = new Turn();
  await turn.next(); // what came before, such as joining its chunks, had one of its own
  const text = decode(bytes);
  await turn.next();
  return parseInTurns(text, isKeptAsText);
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
    throw invalidJson(text, whereItFails(text), error);
  }
}

function refuseDuplicates(text: string): void {
  const found = findDuplicateKey(text);
  if (found !== undefined) throw duplicateName(found.name, text, found.position);
}

/** Where it is no JSON any more: lossless-json tells its position, `JSON.parse` not always. */
function whereItFails(text: string): number | undefined {
  try {
    parseTelling(text);
    return undefined;
  } catch (error) {
    const position = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
    return position === undefined ? text.length : Number(position);
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
