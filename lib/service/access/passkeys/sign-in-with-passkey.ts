import { TaskdeckError } from '#contract';
import { inTransaction } from '#database';
import type { Verb } from '../../verb.ts';
import { admitNetwork } from '../admit-network.ts';
import { networkOf } from '../network.ts';
import { openSession } from '../session.ts';
import { answerSession } from '../session-answer.ts';
import { checkPasskey } from './check-passkey.ts';

/** A passkey with user verification is two factors in one, so it needs no password. Failures are slowed down by network. */
export const signInWithPasskey: Verb<'SignInWithPasskey'> = async (service, { body, address, note }) => {
  const { database, config } = service;
  const network = networkOf(address);
  const forgive = await admitNetwork(database, network);
  const { passkeyId, operatorId, email, isDisabled, isProviders } = await checkPasskey(service, body.credential, {
    for: 'signIn',
  });
  note.target = email;
  // What a provider takes away would otherwise stay with the passkey.
  if (isDisabled || isProviders || !config.signIn.hasPassword) return refuse();
  await forgive();
  note.caller = { kind: 'operator', id: operatorId, name: email };
  const origin = { address, network, device: body.device };
  const session = await inTransaction(database, async (transaction) => {
    await transaction`select from operator where id = ${operatorId} for update`; // as who resets the passkeys does
    const [kept] = await transaction`select from passkey where id = ${passkeyId} for share`;
    if (kept === undefined) return refuse(); // removed while it was checked
    return (await openSession(transaction, operatorId, origin, config.sessions)) ?? refuse();
  });
  return answerSession(service, session, session.refreshToken);
};

function refuse(): never {
  throw new TaskdeckError('InvalidCredentials', 'the passkey is not known or not valid here');
}
