import { type JsonValue, parseJson } from '#contract';
import { ProblemError } from '../problem/problem.ts';

/** Reads JSON text that an operator wrote, numbers exact. Throws an `InvalidJson` problem. */
export function readValue(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    throw new ProblemError({ code: 'InvalidJson', detail: 'The value is not JSON.' });
  }
}
