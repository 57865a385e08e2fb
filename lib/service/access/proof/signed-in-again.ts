import { TaskdeckError } from '#contract';
import type { Service } from '../../service.ts';
import { admitNetwork } from '../admit-network.ts';
import { networkOf } from '../network.ts';
import { identify, signedInOn, spendIdToken } from '../providers/sign-in-with-provider.ts';

/**
 * Checks an ID token of a new sign-in of an operator at the sign-in provider. Returns when the operator signed in there
 * (`auth_time`). Throws `InvalidCredentials` for another person's token, and for one that does not say when or is too old.
 */
export async function signedInAgain(
  service: Service,
  operatorId: string,
  idToken: string,
  address: string,
): Promise<string> {
  const { database, providers, config, clock } = service;
  const [known] = await database<{ provider: string; issuer: string; subject: string }[]>`
    select provider, issuer, subject from operator_identity where operator_id = ${operatorId}`;
  const provider = known === undefined ? undefined : providers.get(known.provider);
  if (known === undefined || provider === undefined)
    throw new TaskdeckError('InvalidCredentials', 'this operator has no sign-in provider here');
  const forgive = await admitNetwork(database, networkOf(address));
  const claims = await identify(provider, idToken, {}, forgive);
  if (claims.sub !== known.subject || provider.config.issuer !== known.issuer)
    throw new TaskdeckError('InvalidCredentials', 'somebody else signed in at the sign-in provider');
  const provenOn = signedInOn(claims);
  if (provenOn === undefined)
    throw new TaskdeckError('InvalidCredentials', 'the sign-in provider does not say when you signed in (auth_time)');
  if (Date.parse(provenOn) <= clock.now() - config.freshProofSeconds * 1_000)
    throw new TaskdeckError('InvalidCredentials', 'the sign-in at the sign-in provider is too old');
  await spendIdToken(database, idToken, claims);
  await forgive();
  return provenOn;
}
