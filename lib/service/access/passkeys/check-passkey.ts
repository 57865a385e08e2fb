import { type PasskeyUse, TaskdeckError } from '#contract';
import type { Service } from '../../service.ts';
import { type ChallengeUse, spendChallenge } from './challenge.ts';
import { relyingPartyOf } from './relying-party.ts';
import { loadWebAuthn } from './webauthn.ts';

type Known = {
  id: string;
  operatorId: string;
  email: string;
  isDisabled: boolean;
  isProviders: boolean;
  publicKey: Buffer;
  counter: string;
};

/** Who has used a passkey. */
type PasskeyOwner = {
  passkeyId: string;
  operatorId: string;
  email: string;
  isDisabled: boolean;
  isProviders: boolean;
};

/**
 * Checks the use of a passkey, and notes it. Returns whose it is. Throws `InvalidCredentials` for one that is not known
 * or not right, also for a copy of an authenticator whose counter is behind.
 */
export async function checkPasskey(
  service: Pick<Service, 'clock' | 'database' | 'secretsKey' | 'config'>,
  given: PasskeyUse,
  use: ChallengeUse,
): Promise<PasskeyOwner> {
  const { database, config } = service;
  const { id: expectedRPID, origin: expectedOrigin } = relyingPartyOf(config);
  const [known] = await database<Known[]>`
    select passkey.id, operator_id as "operatorId", email, is_disabled as "isDisabled",
      exists (select from operator_identity identity where identity.operator_id = operator.id) as "isProviders",
      public_key as "publicKey", counter::text
    from passkey join operator on operator.id = operator_id where credential_id = ${given.id}`;
  if (known === undefined) return refuse();
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  let challenge = '';
  const { clientDataJSON, authenticatorData, signature } = given.response;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id: given.id,
      rawId: given.rawId,
      type: given.type,
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: (sent) => {
      challenge = sent;
      return true; // checked below, where a failure of the database is no refusal
    },
    expectedOrigin,
    expectedRPID,
    credential: { id: given.id, publicKey: Uint8Array.from(known.publicKey), counter: Number(known.counter) },
    requireUserVerification: true,
  }).catch(refuse);
  if (!verified) refuse();
  await spendChallenge(service, use, challenge);
  const { count } = await database`
    update passkey set counter = ${authenticationInfo.newCounter}, last_used_on = now()
    where id = ${known.id} and counter = ${known.counter}`;
  if (count === 0) refuse(); // removed, or used by a copy, while this use was checked
  const { id: passkeyId, operatorId, email, isDisabled, isProviders } = known;
  return { passkeyId, operatorId, email, isDisabled, isProviders };
}

function refuse(cause?: unknown): never {
  throw new TaskdeckError('InvalidCredentials', 'the passkey is not known or not valid here', { cause });
}
