import type { z } from 'zod';
import { isRequestFailedError } from '#client';
import { tellingAll } from '#contract';
import { invalidInput } from '../problem/invalid-input.ts';
import { type DashboardProblem, isProblemError } from '../problem/problem.ts';
import { problemOfFailure } from '../problem/problem-of-failure.ts';
import { answerEndedSession } from './answer-head.ts';
import type { Gate, SignedIn } from './gate.ts';
import { isOfOldAccess } from './refused-right.ts';

/** What a server action answers: React hides thrown errors from the browser, so failures are values. */
export type ActionResult<Value> = { ok: true; value: Value } | { ok: false; problem: DashboardProblem };

/** What an action does with an input of its schema, as an operator. */
export type Act<Schema extends z.ZodType, Value> = (call: SignedIn & { input: z.output<Schema> }) => Promise<Value>;

/** One call of an action: the request's headers, what was sent, and what must be thrown on, such as a redirect. */
type ActionCall = { headers: Headers; given: unknown; rethrow: (error: unknown) => void };

/**
 * Performs an action for the operator of a request that a page of this dashboard made. What is refused in the member `body`
 * of the input is told by pointers into it, as the service does. When the service refuses the access token, it is performed
 * once more with the next one. When there is none, the answer says that the session has ended.
 */
export async function performAction<Schema extends z.ZodType, Value>(
  gate: Gate,
  { headers, given, rethrow }: ActionCall,
  schema: Schema,
  act: Act<Schema, Value>,
  body?: string,
): Promise<ActionResult<Value>> {
  const admit = () => gate.admit(headers, { isChange: true }).catch(tellEnd);
  try {
    const signedIn = await admit();
    const input = schema.safeParse(given, tellingAll);
    if (!input.success) {
      const errors = invalidInput(input.error, body);
      return { ok: false, problem: { code: 'InvalidRequest', detail: 'The input is invalid.', errors } };
    }
    const value = await act({ ...signedIn, input: input.data }).catch(async (error: unknown) => {
      if (!isTokenRefused(error)) throw error;
      await gate.forgetAccess(headers);
      return act({ ...(await admit()), input: input.data });
    });
    return { ok: true, value };
  } catch (error) {
    rethrow(error);
    const problem = problemOfFailure(error);
    if (isOfOldAccess(problem)) await gate.forgetAccess(headers);
    return { ok: false, problem: problem.code === 'Unreachable' ? withoutAnswer(problem) : problem };
  }
}

function tellEnd(error: unknown): never {
  if (isProblemError(error) && error.problem.code === 'Unauthenticated') answerEndedSession();
  throw error;
}

function isTokenRefused(error: unknown): boolean {
  return isRequestFailedError(error) && (error.code === 'Unauthenticated' || error.code === 'NoToken');
}

/** An action is not repeated, unlike a read, and may have been done although its answer was lost. */
function withoutAnswer(problem: DashboardProblem): DashboardProblem {
  return { ...problem, detail: 'The service did not answer. Check what was done before you try again.' };
}
