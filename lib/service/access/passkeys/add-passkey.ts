import { TaskdeckError } from '#contract';
import { inTransaction } from '#database';
import type { Verb } from '../../verb.ts';
import { lockSignedInOperator } from '../session.ts';
import { sessionOf } from './begin.ts';
import { spendChallenge } from './challenge.ts';
import { type PasskeyRow, passkeyColumns, toPasskey } from './passkey-row.ts';
import { relyingPartyOf } from './relying-party.ts';
import { loadWebAuthn } from './webauthn.ts';

/**
 * The service takes any authenticator that verifies its user, so it asks for no attestation, and does not look at one. A link
 * to set a password ends.
 */
export const addPasskey: Verb<'AddPasskey'> = async (service, { body, caller, note }) => {
  const { database, config } = service;
  const sessionId = sessionOf(caller);
  const { id: expectedRPID, origin: expectedOrigin } = relyingPartyOf(config);
  note.target = caller.id;
  note.detail = body.name;
  const { credential: given } = body;
  const { verifyRegistrationResponse, withoutAttestation } = await loadWebAuthn();
  let challenge = '';
  const verify = async () =>
    verifyRegistrationResponse({
      response: {
        id: given.id,
        rawId: given.rawId,
        type: given.type,
        response: {
          clientDataJSON: given.response.clientDataJSON,
          attestationObject: withoutAttestation(given.response.attestationObject),
        },
        clientExtensionResults: {},
      },
      expectedChallenge: (sent) => {
        challenge = sent;
        return true; // checked below, where a failure of the database is no refusal
      },
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
    });
  const { registrationInfo } = await verify().catch(refuse);
  if (registrationInfo === undefined) return refuse();
  await spendChallenge(service, { for: 'passkey', sessionId }, challenge);
  const { id, publicKey, counter } = registrationInfo.credential;
  return inTransaction(database, async (transaction) => {
    await lockSignedInOperator(transaction, { operatorId: caller.id, sessionId });
    await transaction`delete from invitation where operator_id = ${caller.id}`;
    const [row] = await transaction<PasskeyRow[]>`
      insert into passkey (operator_id, credential_id, public_key, counter, transports, name)
      values (${caller.id}, ${id}, ${Buffer.from(publicKey)}, ${counter}, ${given.response.transports ?? []}, ${body.name})
      on conflict (credential_id) do nothing returning ${passkeyColumns(transaction)}`;
    return row === undefined ? refuse() : toPasskey(row);
  });
};

function refuse(cause?: unknown): never {
  throw new TaskdeckError('InvalidCredentials', 'the new passkey is not valid here', { cause });
}
