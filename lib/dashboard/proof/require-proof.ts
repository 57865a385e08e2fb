import type { TaskClient } from '#client';
import { ProblemError } from '../problem/problem.ts';

/**
 * Throws `FreshProofRequired` when the operator's proof is too old: for what the dashboard puts together from several
 * operations, each of which needs none.
 */
export async function requireFreshProof(client: TaskClient): Promise<void> {
  const { isNeeded, maximumAgeInSeconds } = await client.getProofAsync();
  if (!isNeeded) return;
  const detail = `This needs a proof of who you are that is at most ${maximumAgeInSeconds} s old.`;
  throw new ProblemError({ code: 'FreshProofRequired', detail });
}
