import { TaskdeckError } from '#contract';
import type { Verb } from '../../verb.ts';
import type { Caller } from '../caller.ts';
import { type ChallengeUse, makeChallenge } from './challenge.ts';
import { relyingPartyOf } from './relying-party.ts';
import { loadWebAuthn } from './webauthn.ts';

/** Throws `InsufficientScope` for a caller that is no signed-in operator. */
export function sessionOf({ kind, sessionId }: Caller): string {
  if (kind !== 'operator' || sessionId === undefined)
    throw new TaskdeckError('InsufficientScope', 'only a signed-in operator has passkeys');
  return sessionId;
}

/** A passkey can be found without a name (discoverable), and asks for a fingerprint, face or PIN (user verification). */
export const beginPasskey: Verb<'BeginPasskey'> = async ({ database, secretsKey, clock, config }, { caller }) => {
  const sessionId = sessionOf(caller);
  const { id: rpID } = relyingPartyOf(config);
  const known = await database<{ credential_id: string; transports: string[] }[]>`
    select credential_id, transports from passkey where operator_id = ${caller.id}`;
  const { generateRegistrationOptions } = await loadWebAuthn();
  const options = await generateRegistrationOptions({
    rpName: 'Taskdeck',
    rpID,
    userName: caller.name,
    userID: Uint8Array.from(Buffer.from(caller.id)),
    challenge: makeChallenge(secretsKey, { for: 'passkey', sessionId }, clock.now()),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
  });
  return { options: { ...options } };
};

export const beginPasskeySignIn: Verb<'BeginPasskeySignIn'> = (service) => optionsFor(service, { for: 'signIn' });

export const beginPasskeyProof: Verb<'BeginPasskeyProof'> = (service, { caller }) =>
  optionsFor(service, { for: 'proof', sessionId: sessionOf(caller) });

/** Names no passkeys: the browser offers those that it has, and nobody learns who has one. */
async function optionsFor(
  { secretsKey, clock, config }: Parameters<Verb<'BeginPasskeySignIn'>>[0],
  use: ChallengeUse,
): Promise<{ options: Record<string, unknown> }> {
  const { id: rpID } = relyingPartyOf(config);
  const challenge = makeChallenge(secretsKey, use, clock.now());
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({ rpID, challenge, userVerification: 'required' });
  return { options: { ...options } };
}
