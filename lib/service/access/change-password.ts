import { TaskdeckError } from '#contract';
import { HttpError } from '../http/problem.ts';
import type { Verb } from '../verb.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { checkPassword } from './password-policy.ts';
import { revokeSessionsOf } from './session.ts';
import { admitAttempt, forgiveAttempts, type ThrottleSubject } from './throttle.ts';

/** Wrong current passwords are slowed down like sign-ins: a stolen session must not be a way to guess it. */
export const changePassword: Verb<'ChangePassword'> = async ({ database }, { body, caller, note }) => {
  if (caller.kind !== 'operator' || caller.sessionId === undefined)
    throw new TaskdeckError('InsufficientScope', 'only a signed-in operator has a password');
  note.target = caller.id;
  const [operator] = await database<{ email: string; name: string; password_hash: string | null }[]>`
    select email, name, password_hash from operator where id = ${caller.id}`;
  if (operator === undefined) throw new TaskdeckError('Unauthenticated', 'the operator no longer exists');
  if (operator.password_hash === null)
    throw new TaskdeckError('InsufficientScope', 'this operator signs in with a provider and has no password');
  const subject: ThrottleSubject = { kind: 'pair', value: `password of ${caller.id}` };
  const admission = await admitAttempt(database, subject);
  if ('seconds' in admission)
    throw new HttpError('TooManyRequests', `too many wrong passwords; try again in ${admission.seconds} s`, {
      'retry-after': String(admission.seconds),
    });
  if (!(await verifyPassword(body.currentPassword, operator.password_hash)))
    throw new TaskdeckError('InvalidCredentials', 'the current password is not right');
  await forgiveAttempts(database, [subject]);
  if (body.newPassword.normalize('NFKC') === body.currentPassword.normalize('NFKC')) refuseSame();
  checkPassword(body.newPassword, operator, '/newPassword');
  const passwordHash = await hashPassword(body.newPassword);
  await database.begin(async (transaction) => {
    await transaction`
      update operator set password_hash = ${passwordHash}, must_change_password = false where id = ${caller.id}`;
    await revokeSessionsOf(transaction, caller.id, caller.sessionId);
  });
};

function refuseSame(): never {
  const message = 'it is the current password';
  throw new TaskdeckError('InvalidRequest', `/newPassword: ${message}`, {
    details: [{ pointer: '/newPassword', message }],
  });
}
