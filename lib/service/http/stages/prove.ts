import { isProofFresh } from '../../access/proof/freshness.ts';
import type { Call } from '../../verb.ts';
import { HttpError } from '../problem.ts';
import { deletesOf } from './deletes-of.ts';
import type { Exchange, Plan } from './exchange.ts';

/**
 * Throws `FreshProofRequired` where an operation always asks for a fresh proof of who the caller is, and the caller's is
 * too old. The answer is the one of RFC 9470.
 */
export async function requireProof(plan: Plan, exchange: Exchange): Promise<void> {
  if (plan.operation.needsFreshProof === 'always') await refuseStaleProof(plan, exchange);
}

/** The same where the operation asks for it only to delete more than one thing, which its body says. */
export async function requireProofToDelete(plan: Plan, exchange: Exchange, { body }: Call): Promise<void> {
  if (plan.operation.needsFreshProof !== 'toDeleteMany' || (await deletesOf(plan.name, body)) < 2) return;
  await refuseStaleProof(plan, exchange);
}

async function refuseStaleProof({ service }: Plan, { caller }: Exchange): Promise<void> {
  if (await isProofFresh(service, caller)) return;
  const { freshProofSeconds } = service.config;
  const challenge = `Bearer realm="taskdeck", error="insufficient_user_authentication", max_age="${freshProofSeconds}"`;
  throw new HttpError(
    'FreshProofRequired',
    `this needs a proof of who you are that is at most ${freshProofSeconds} s old; give one with POST /v1/identity/proof`,
    { 'www-authenticate': challenge },
  );
}
