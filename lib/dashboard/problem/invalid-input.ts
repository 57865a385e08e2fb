import type { z } from 'zod';
import { issueMessage, type ProblemDetail, pointerPart } from '#contract';

/**
 * Tells what a schema refused, in the words and by the pointers of the service. `body` is the member of the input that is
 * the body of a call: pointers into it begin there. Parse with `tellingAll`.
 */
export function invalidInput(error: z.ZodError, body?: string): ProblemDetail[] {
  return error.issues.map((issue) => {
    const path = issue.path[0] === body ? issue.path.slice(1) : issue.path;
    return { pointer: path.map((part) => `/${pointerPart(String(part))}`).join(''), message: issueMessage(issue) };
  });
}
