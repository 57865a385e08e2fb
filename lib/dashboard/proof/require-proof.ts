import type { TaskClient } from '#client';
import { ProblemError } from '../problem/problem.ts';

/**
 * Throws `FreshProofRequired` when the operator's proof is too old: for what the dashboard puts together from several
 * operations, each of which needs none.
 */
export async function requireFreshProof(client: TaskClient): Promise<void> {
  const { isNeeded, maximumAgeInSeconds } = await client.getProofAsync();
  if (isNeeded) throw stale(maximumAgeInSeconds);
}

/** The same for deletes of more than one thing, which can also need a second person: then throws `ApprovalRequired`. */
export async function requireProofToDelete(client: TaskClient): Promise<void> {
  const { isNeeded, maximumAgeInSeconds, needsApproval } = await client.getProofAsync();
  if (isNeeded) throw stale(maximumAgeInSeconds);
  if (!needsApproval.includes('bulk-delete')) return;
  throw new ProblemError({
    code: 'ApprovalRequired',
    detail: 'Deletes of more than one thing need the approval of a second person.',
  });
}

function stale(maximumAgeInSeconds: number): ProblemError {
  const detail = `This needs a proof of who you are that is at most ${maximumAgeInSeconds} s old.`;
  return new ProblemError({ code: 'FreshProofRequired', detail });
}
