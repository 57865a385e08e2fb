import { TaskdeckError } from '#contract';
import { inTransaction } from '#database';
import type { Verb } from '../verb.ts';
import { admitNetwork } from './admit-network.ts';
import { networkOf } from './network.ts';
import { requirePasswords } from './own-password.ts';
import { hashPassword } from './password.ts';
import { checkPassword } from './password-policy.ts';
import { hashToken, openSession, revokeSessionsOf } from './session.ts';
import { answerSession } from './session-answer.ts';

/** A password that cannot be used leaves the link as it is. The link ends with its use, and so do earlier sessions. */
export const acceptInvitation: Verb<'AcceptInvitation'> = async (service, { body, address, note }) => {
  const { database, config } = service;
  requirePasswords(service);
  const network = networkOf(address);
  const forgive = await admitNetwork(database, network);
  const tokenHash = hashToken(body.token);
  const [invited] = await database<{ id: string; email: string; name: string }[]>`
    select id, email, name from invitation join operator on id = operator_id
    where token_hash = ${tokenHash} and expires_on > now() and not is_disabled`;
  if (invited === undefined) return refuse();
  await forgive();
  note.target = invited.email;
  checkPassword(body.password, invited, '/password');
  const passwordHash = await hashPassword(body.password);
  const session = await inTransaction(database, async (transaction) => {
    await transaction`select from operator where id = ${invited.id} for update`; // in the order of who invites
    const [used] = await transaction<{ id: string }[]>`
      delete from invitation i where token_hash = ${tokenHash} and expires_on > now()
        and not exists (select from passkey p where p.operator_id = i.operator_id) returning operator_id as id`;
    if (used === undefined) return refuse(); // another use was first, or the operator has a passkey by now
    await transaction`
      update operator set password_hash = ${passwordHash}, must_change_password = false
      where id = ${used.id}`;
    await revokeSessionsOf(transaction, used.id);
    const origin = { address, network, device: body.device };
    const opened = (await openSession(transaction, used.id, origin, config.sessions)) ?? refuse();
    note.caller = { kind: 'operator', id: used.id, name: invited.email };
    return opened;
  });
  return answerSession(service, session, session.refreshToken);
};

function refuse(): never {
  throw new TaskdeckError('InvalidCredentials', 'the invitation was used, has expired or was revoked');
}
