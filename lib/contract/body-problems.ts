import { TaskdeckError } from './errors.ts';
import { limits } from './limits.ts';

/** Whether the value at a pointer is kept as JSON text and never looked into by the database. */
export type KeptAsText = (pointer: string) => boolean;

export function tooDeep(): TaskdeckError {
  return new TaskdeckError('LimitExceeded', `JSON may be nested at most ${limits.jsonDepth} deep; this is deeper`);
}

export function tooMany(): TaskdeckError {
  return new TaskdeckError(
    'LimitExceeded',
    `a body holds at most ${limits.jsonValues} values (jsonValues); this has more`,
  );
}

export function tooManyNames(): TaskdeckError {
  return new TaskdeckError(
    'LimitExceeded',
    `an object has at most ${limits.namesPerObject} names (namesPerObject); one has more`,
  );
}

export function duplicateName(name: string, text: string, position: number): TaskdeckError {
  const what = `the name ${JSON.stringify(name.slice(0, 100))} stands twice in an object`;
  return new TaskdeckError('InvalidJson', `the body is not JSON: ${what}: ${placeIn(text, position)}`);
}

/** The text is no JSON from this position on. */
export function invalidJson(text: string, position: number | undefined, cause?: unknown): TaskdeckError {
  const place =
    position === undefined
      ? 'it cannot be read'
      : position >= text.length
        ? `it ends too early (position ${text.length})`
        : placeIn(text, position);
  return new TaskdeckError('InvalidJson', `the body is not JSON: ${place}`, { cause });
}

/** Counting the lines before a far position would take too long. */
const farFrom = 100_000;

/** Line and column of a position. */
function placeIn(text: string, position: number): string {
  if (position > farFrom) return `position ${position}`;
  const before = text.slice(0, position).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1} (position ${position})`;
}

export function unstorable(pointer: string): TaskdeckError {
  const message = 'text cannot hold U+0000 or half a surrogate pair';
  return new TaskdeckError('InvalidRequest', message, { details: [{ pointer, message }] });
}
