import { TaskdeckError } from '#contract';
import { inTransaction } from '#database';
import type { Verb } from '../verb.ts';
import { checkOwnPassword } from './own-password.ts';
import { hashPassword } from './password.ts';
import { checkPassword } from './password-policy.ts';
import { revokeSessionsOf } from './session.ts';

/** Ends the other sessions of the operator. */
export const changePassword: Verb<'ChangePassword'> = async ({ database }, { body, caller, note }) => {
  if (caller.kind !== 'operator' || caller.sessionId === undefined)
    throw new TaskdeckError('InsufficientScope', 'only a signed-in operator has a password');
  note.target = caller.id;
  const operator = await checkOwnPassword(database, caller.id, body.currentPassword);
  if (body.newPassword.normalize('NFKC') === body.currentPassword.normalize('NFKC')) refuseSame();
  checkPassword(body.newPassword, operator, '/newPassword');
  const passwordHash = await hashPassword(body.newPassword);
  await inTransaction(database, async (transaction) => {
    const { count } = await transaction`
      update operator set password_hash = ${passwordHash}, must_change_password = false
      where id = ${caller.id} and password_hash = ${operator.passwordHash}`;
    // Somebody reset it while the current one was checked, perhaps because of who changes it here.
    if (count === 0) throw new TaskdeckError('InvalidCredentials', 'the current password is not right any more');
    await revokeSessionsOf(transaction, caller.id, caller.sessionId);
  });
};

function refuseSame(): never {
  const message = 'it is the current password';
  throw new TaskdeckError('InvalidRequest', `/newPassword: ${message}`, {
    details: [{ pointer: '/newPassword', message }],
  });
}
