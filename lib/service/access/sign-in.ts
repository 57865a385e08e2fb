import { normalEmail, TaskdeckError } from '#contract';
import { type Database, inTransaction, type Transaction } from '#database';
import { TurnsByNetwork } from '../callers/turns-by-network.ts';
import type { Verb } from '../verb.ts';
import { refuseFor } from './admit-or-refuse.ts';
import { networkOf } from './network.ts';
import { requirePasswords } from './own-password.ts';
import { requireRecoveryCode, spendRecoveryCode } from './passkeys/recovery-codes.ts';
import { verifyPassword } from './password.ts';
import { openSession } from './session.ts';
import { answerSession } from './session-answer.ts';
import {
  admitAttempt,
  forgiveAttempts,
  isFree,
  secondsToWait,
  type ThrottleSubject,
  takeBackAttempt,
} from './throttle.ts';

type Found = {
  id: string;
  password_hash: string | null;
  is_disabled: boolean;
  is_known: boolean;
  needs_second_factor: boolean;
};

/** Passwords are checked two at a time. Operators on a network that they have signed in from go first. */
const turns = new TurnsByNetwork({ concurrency: 2, waitingPerNetwork: 16 });

/** Gives the same answer after the same time for an unknown name, a wrong password and a disabled operator. */
export const signIn: Verb<'SignIn'> = async (service, { body, address, note }) => {
  const { database } = service;
  note.target = unknownName;
  requirePasswords(service);
  const email = normalEmail(body.email);
  const network = networkOf(address);
  const operator = await findByEmail(database, email, network);
  if (operator !== undefined) note.target = email;
  const isKnown = operator?.is_known === true;
  const counted = await countAttempt(database, email, network, isKnown);
  const check = () => verifyPassword(body.password, operator?.password_hash ?? undefined);
  const isRight = await turns.run(network, check, isKnown ? 'beforeAll' : 'last').catch(async (error: unknown) => {
    await takeBackAttempt(database, counted); // nobody looked at it
    throw error;
  });
  if (!isRight || operator === undefined || operator.is_disabled) return refuseCredentials();
  const code = operator.needs_second_factor ? body.recoveryCode : undefined;
  // A wrong recovery code counts as a wrong password, too.
  if (code !== undefined) await requireRecoveryCode(database, operator.id, code, network);
  await forgiveAttempts(database, counted);
  const session = await inTransaction(database, async (transaction) => {
    if (code === undefined) await refuseBesidePasskey(transaction, operator.id);
    else await spendRecoveryCode(transaction, operator.id, code);
    const opened = await openSession(
      transaction,
      operator.id,
      { address, network, device: body.device },
      service.config.sessions,
      operator.password_hash === null ? {} : { passwordHash: operator.password_hash },
    );
    if (opened === undefined) return refuseCredentials(); // it was changed while it was checked
    note.caller = { kind: 'operator', id: operator.id, name: email };
    return opened;
  });
  return answerSession(service, session, session.refreshToken);
};

/** A passkey can have been added while the password was checked. Locks the operator, as who adds one does. */
async function refuseBesidePasskey(transaction: Transaction, operatorId: string): Promise<void> {
  await transaction`select from operator where id = ${operatorId} for update`;
  const [passkey] = await transaction`select from passkey where operator_id = ${operatorId} limit 1`;
  if (passkey !== undefined)
    throw new TaskdeckError('SecondFactorRequired', 'sign in with your passkey, or give a recovery code');
}

function refuseCredentials(): never {
  throw new TaskdeckError('InvalidCredentials', 'e-mail or password is not right');
}

/** The target of an attempt whose name is not known to be somebody's: people type passwords there, so the text is not recorded. */
const unknownName = 'unknown name';

/**
 * Counts an attempt as failed. Throws `TooManyRequests` when it has to wait, and then counts nothing: a person who does not wait
 * would make the whole network wait. Failures elsewhere do not hold a known network.
 */
async function countAttempt(database: Database, email: string, network: string, isKnown: boolean) {
  const pair: ThrottleSubject = { kind: 'pair', value: `${email} ${network}` };
  const address: ThrottleSubject = { kind: 'address', value: network };
  const account: ThrottleSubject = { kind: 'account', value: email };
  const waits = isKnown ? undefined : await secondsToWait(database, account);
  if (waits !== undefined) refuseFor(waits);
  const counted: ThrottleSubject[] = [];
  const count = async (subject: ThrottleSubject): Promise<number> => {
    const admission = await admitAttempt(database, subject);
    if ('failures' in admission) {
      counted.push(subject);
      return admission.failures;
    }
    await takeBackAttempt(database, counted);
    return refuseFor(admission.seconds);
  };
  const failures = await count(pair);
  await count(address);
  if (!isKnown && isFree(pair, failures)) await count(account);
  return counted;
}

async function findByEmail(database: Database, email: string, network: string): Promise<Found | undefined> {
  const [row] = await database<Found[]>`
    select id, password_hash, is_disabled, exists (
      select from sign_in_network known where known.operator_id = operator.id and known.network = ${network}
    ) as is_known, exists (select from passkey where operator_id = operator.id) as needs_second_factor
    from operator where email = ${email}`;
  return row;
}
