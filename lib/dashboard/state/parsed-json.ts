import { parseJson } from '#contract';
import { ProblemError } from '../problem/problem.ts';

/** The value of JSON text that came from the browser. Throws `ProblemError`. */
export function parsedJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new ProblemError({ code: 'InvalidJson', detail: 'Not valid JSON.' });
  }
}
