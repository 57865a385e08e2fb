import type { ActionResult } from '../access/perform-action.ts';
import { askForProof } from './pending-proof.ts';

/**
 * Performs an action. Where the service asks for a fresh proof of who the operator is, asks the operator, and performs
 * the action again. Nothing was done before, so what was typed stays and nothing is done twice.
 */
export async function withProof<Value>(act: () => Promise<ActionResult<Value>>): Promise<ActionResult<Value>> {
  const answer = await act();
  if (answer.ok || answer.problem.code !== 'FreshProofRequired') return answer;
  if (await askForProof()) return act();
  return { ok: false, problem: { ...answer.problem, detail: 'You did not confirm that it is you. Nothing was done.' } };
}
