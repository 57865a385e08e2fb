import { limits, parseJson } from '#contract';
import { NonRetryableError } from '../definition/failures.ts';
import { handlerJson } from './handler-json.ts';
import { maskJson } from './mask-json.ts';
import type { Mask } from './masking.ts';

/**
 * Returns the JSON text of a result, or null for `undefined`. Throws a NonRetryableError above the size limit of an
 * output, and for one that is nested too deep.
 */
export function outputText(value: unknown, what: string, mask: Mask): string | null {
  if (value === undefined) return null;
  const text = maskJson(handlerJson(value, what), mask);
  if (text.length > limits.taskOutputBytes / 4) {
    const bytes = Buffer.byteLength(text);
    if (bytes > limits.taskOutputBytes)
      throw new NonRetryableError(
        `${what} has ${bytes} bytes; the limit (taskOutputBytes) is ${limits.taskOutputBytes}`,
      );
  }
  return text;
}

/** Parses a step's recorded result: a caller gets the same value on a first run and on a replay. */
export function fromJson<T>(text: string | null): T {
  return (text === null ? undefined : parseJson(text)) as T;
}
