import { isNestedTooDeep, limits, stringifyInTurns, stringifyJson } from '#contract';
import { NonRetryableError } from '../definition/failures.ts';

/**
 * Returns the JSON text of a value that a handler gives. Throws a `NonRetryableError` when it is nested deeper than a body
 * of a caller may be, or is in itself. `what` names it in the error.
 */
export function handlerJson(value: unknown, what: string): string {
  if (typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value);
  try {
    return checked(stringifyJson(value), what);
  } catch (error) {
    throw told(error, what);
  }
}

/** As `handlerJson`, and lets others have their turn while it writes a large value. */
export async function handlerJsonInTurns(value: unknown, what: string): Promise<string> {
  try {
    return checked(await stringifyInTurns(value), what);
  } catch (error) {
    throw told(error, what);
  }
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
