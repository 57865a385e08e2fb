import { TaskdeckError } from '#contract';
import { type Database, inTransaction, type Transaction } from '#database';
import type { Verb } from '../../verb.ts';
import { admitNetwork } from '../admit-network.ts';
import { networkOf } from '../network.ts';
import { checkOwnPassword, requirePasswords } from '../own-password.ts';
import { checkPasskey } from '../passkeys/check-passkey.ts';
import { requireRecoveryCode, spendRecoveryCode } from '../passkeys/recovery-codes.ts';
import { readProof } from './get-proof.ts';
import { signedInAgain } from './signed-in-again.ts';

/** A wrong proof is slowed down like a sign-in: a stolen session must not be a way to guess a password. */
export const proveIdentity: Verb<'ProveIdentity'> = async (service, { body, caller, note, address }) => {
  const { sessionId } = caller;
  if (caller.kind !== 'operator' || sessionId === undefined)
    throw new TaskdeckError('InsufficientScope', 'only a signed-in operator proves who they are');
  note.target = caller.id;
  if ('passkey' in body) {
    note.detail = 'passkey';
    const forgive = await admitNetwork(service.database, networkOf(address));
    const { operatorId } = await checkPasskey(service, body.passkey, { for: 'proof', sessionId });
    if (operatorId !== caller.id)
      throw new TaskdeckError('InvalidCredentials', 'this is the passkey of another operator');
    await forgive();
    await setProof(service.database, sessionId, 'infinity');
  } else if ('password' in body) {
    note.detail = 'password';
    requirePasswords(service);
    const code = await checkPasswordAndCode(service.database, caller.id, body, networkOf(address));
    await setProof(service.database, sessionId, 'infinity', async (transaction) => {
      if (code !== undefined) await spendRecoveryCode(transaction, caller.id, code);
    });
  } else {
    note.detail = 'sign-in provider';
    await setProof(service.database, sessionId, await signedInAgain(service, caller.id, body.idToken, address));
  }
  return readProof(service, caller);
};

/**
 * Who took a session and knows the password still lacks the passkey: for an operator with one, a recovery code stands for it.
 * Returns the code that is to be used up.
 */
async function checkPasswordAndCode(
  database: Database,
  operatorId: string,
  { password, recoveryCode }: { password: string; recoveryCode?: string | undefined },
  network: string,
): Promise<string | undefined> {
  const [passkey] = await database`select from passkey where operator_id = ${operatorId} limit 1`;
  const code = passkey === undefined ? undefined : recoveryCode;
  await checkOwnPassword(database, operatorId, password, async () => {
    if (code !== undefined) await requireRecoveryCode(database, operatorId, code, network);
  });
  if (passkey !== undefined && code === undefined)
    throw new TaskdeckError('SecondFactorRequired', 'use your passkey, or give a recovery code');
  return code;
}

/** A proof is never moved back, nor into the future by a clock that is ahead. */
async function setProof(
  database: Database,
  sessionId: string,
  provenOn: string,
  spend: (transaction: Transaction) => Promise<void> = async () => {},
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    await spend(transaction);
    await transaction`
      update session set proven_on = greatest(proven_on, least(${provenOn}::timestamptz, now())) where id = ${sessionId}`;
  });
}
