import { TaskdeckError } from '#contract';
import type { Database } from '#database';
import { HttpError } from '../http/problem.ts';
import type { Verb } from '../verb.ts';
import { verifyPassword } from './password.ts';
import { openSession } from './session.ts';
import { answerSession } from './session-answer.ts';
import { askLeave, forgiveAttempts, type ThrottleSubject } from './throttle.ts';

/** Same answer, after the same time, for an unknown name, a wrong password and a disabled operator. */
export const signIn: Verb<'SignIn'> = async (service, { body, address, note }) => {
  const email = body.email.trim().toLowerCase();
  note.target = email;
  const subjects: ThrottleSubject[] = [
    { kind: 'address', value: address },
    { kind: 'account', value: email },
  ];
  const seconds = await askLeave(service.database, subjects);
  if (seconds !== undefined)
    throw new HttpError('TooManyRequests', `too many failed sign-ins; try again in ${seconds} s`, {
      'retry-after': String(seconds),
    });
  const operator = await findByEmail(service.database, email);
  const isRight = await verifyPassword(body.password, operator?.password_hash);
  if (!isRight || operator === undefined || operator.is_disabled)
    throw new TaskdeckError('InvalidCredentials', 'e-mail or password is not right');
  await forgiveAttempts(service.database, subjects);
  note.caller = { kind: 'operator', id: operator.id, name: email };
  const { refreshToken, ...session } = await openSession(service.database, operator.id);
  return answerSession(service.signingKeys, session, refreshToken);
};

async function findByEmail(
  database: Database,
  email: string,
): Promise<{ id: string; password_hash: string; is_disabled: boolean } | undefined> {
  if (email.includes('\u0000')) return undefined;
  const [row] = await database<{ id: string; password_hash: string; is_disabled: boolean }[]>`
    select id, password_hash, is_disabled from operator where email = ${email}`;
  return row;
}
