import 'server-only';
import { headers } from 'next/headers';
import { unstable_rethrow } from 'next/navigation';
import type { z } from 'zod';
import type { DashboardProblem } from '../problem.ts';
import { problemOfFailure } from '../problem-of-failure.ts';
import { findOperator, forgetRefusedAccess, type SignedIn } from './operator.ts';
import { isSameOrigin } from './same-origin.ts';

/** What a server action answers: React hides thrown errors from the browser, so failures are values. */
export type ActionResult<Value> = { ok: true; value: Value } | { ok: false; problem: DashboardProblem };

/**
 * Makes a server action. Each call is checked by itself, for an action can be posted to any page: it must come from
 * this dashboard, from someone signed in, with input of this schema; what they may do, the service decides.
 * Input and value cross as plain data: send JSON values that may hold exact numbers as text (`stringifyJson`).
 */
export function operatorAction<Schema extends z.ZodType, Value>(
  schema: Schema,
  act: (call: SignedIn & { input: z.output<Schema> }) => Promise<Value>,
): (input: z.input<Schema>) => Promise<ActionResult<Value>> {
  return async (given) => {
    try {
      const sent = await headers();
      if (!isSameOrigin(sent, { isOriginNeeded: true })) {
        return refusal({ code: 'ForeignOrigin', detail: 'This was not sent by a page of the dashboard.' });
      }
      const signedIn = await findOperator(sent);
      const input = schema.safeParse(given);
      if (!input.success) return refusal(invalidInput(input.error));
      return { ok: true, value: await act({ ...signedIn, input: input.data }) };
    } catch (error) {
      unstable_rethrow(error);
      const problem = problemOfFailure(error);
      if (problem.code === 'Unauthenticated') await forgetRefusedAccess();
      return refusal(problem);
    }
  };
}

function refusal(problem: DashboardProblem): { ok: false; problem: DashboardProblem } {
  return { ok: false, problem };
}

function invalidInput(error: z.ZodError): DashboardProblem {
  const errors = error.issues.map(({ path, message }) => ({
    pointer: path.map((part) => `/${String(part)}`).join(''),
    message,
  }));
  return { code: 'InvalidRequest', detail: 'Some of it cannot be accepted.', errors };
}
