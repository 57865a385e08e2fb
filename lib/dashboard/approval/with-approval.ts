import type { ActionResult } from '../access/perform-action.ts';
import { withProof } from '../proof/with-proof.ts';
import { type AskFor, askSecondPerson } from './pending-request.ts';

/**
 * Performs an action. Where it waits for a second person, asks the operator for a reason and sends the request. It is then
 * not done yet: the answer is the problem `ApprovalAsked`. When what it acts on has changed since it was shown, the answer
 * is that problem, as that of the act would be.
 */
export async function withApproval<Value>(
  act: () => Promise<ActionResult<Value>>,
  ask: AskFor,
): Promise<ActionResult<Value>> {
  const answer = await withProof(act);
  if (answer.ok || answer.problem.code !== 'ApprovalRequired') return answer;
  const asked = await askSecondPerson((reason) => withProof(() => ask(reason)));
  if (asked === 'sent')
    return {
      ok: false,
      problem: { code: 'ApprovalAsked', detail: 'It is done when another person grants your request.' },
    };
  if (asked === 'not sent')
    return { ok: false, problem: { ...answer.problem, detail: 'You did not ask for it. Nothing was done.' } };
  return { ok: false, problem: asked };
}

/** Whether an act waits for another person now, which is no failure. */
export function isAsked(answer: ActionResult<unknown>): boolean {
  return !answer.ok && answer.problem.code === 'ApprovalAsked';
}
