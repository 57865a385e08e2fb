import { isNestedTooDeep, limits, stringifyInTurns, stringifyJson } from '#contract';
import { NonRetryableError } from '../definition/failures.ts';
import { emptiedInJson } from './emptied-in-json.ts';

/**
 * Returns the JSON text of a value that a handler gives. Throws a `NonRetryableError` when it is nested deeper than a body
 * of a caller may be, is in itself, or holds what JSON writes as `{}`. `what` names it in the error.
 */
export function handlerJson(value: unknown, what: string): string {
  if (typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value);
  if (typeof value === 'function' || typeof value === 'symbol')
    throw new NonRetryableError(`${what} is a ${typeof value}, which JSON cannot represent`);
  return whole(looseJson(value, what), value, what);
}

/** As `handlerJson`, for what may lose parts: a line of a log. */
export function looseJson(value: unknown, what: string): string {
  try {
    return checked(stringifyJson(value), what);
  } catch (error) {
    throw told(error, what);
  }
}

/** As `handlerJson`, and lets others have their turn while it writes a large value. */
export async function handlerJsonInTurns(value: unknown, what: string): Promise<string> {
  try {
    return whole(checked(await stringifyInTurns(value), what), value, what);
  } catch (error) {
    throw told(error, what);
  }
}

function whole(text: string, value: unknown, what: string): string {
  const emptied = text.includes('{}') ? emptiedInJson(value) : undefined;
  if (emptied === undefined) return text;
  const { pointer, kind, instead } = emptied;
  const one = `${/^[AEIOU]/.test(kind) ? 'an' : 'a'} ${kind}`;
  const place = pointer === '' ? `${what} is ${one}` : `${what} has ${one} at ${pointer}`;
  throw new NonRetryableError(`${place}, which JSON cannot represent: ${instead}`);
}

function checked(text: string, what: string): string {
  if (isNestedTooDeep(text)) throw tooDeep(what);
  return text;
}

/** The stack ends before a value that is nested very deep does. */
function told(error: unknown, what: string): unknown {
  return error instanceof RangeError ? tooDeep(what) : error;
}

function tooDeep(what: string): NonRetryableError {
  return new NonRetryableError(
    `${what} is nested too deep or contains itself; JSON may be nested at most ${limits.jsonDepth} deep (jsonDepth)`,
  );
}
