import { randomBytes } from 'node:crypto';
import { TaskdeckError } from '#contract';
import { inTransaction } from '#database';
import { hashToken } from '../access/session.ts';
import type { Verb } from '../verb.ts';
import {
  isReached,
  lockOperator,
  refuseActingOnMore,
  refuseExpiringKey,
  refuseProvider,
  requireReached,
  scopesOf,
} from './row.ts';

/**
 * A new link replaces the earlier one. What the operator had, a password and sessions, stays until the link is used. A
 * link would sign in without the passkey of an operator who has one.
 */
export const inviteOperator: Verb<'InviteOperator'> = async ({ database, config }, { params, body, caller, note }) => {
  refuseExpiringKey(caller);
  if (!config.signIn.hasPassword)
    throw new TaskdeckError(
      'InvalidTransition',
      'sign-in with a password is turned off here, so a link to set one could not be used: operators sign in with a provider',
    );
  const token = randomBytes(32).toString('base64url');
  return inTransaction(database, async (transaction) => {
    const operator = requireReached(await lockOperator(transaction, params.id), params.id, caller);
    refuseActingOnMore(scopesOf(operator), caller.scopes);
    refuseProvider(operator, { password: true });
    const [passkey] = await transaction`select from passkey where operator_id = ${params.id} limit 1`;
    if (passkey !== undefined)
      throw new TaskdeckError(
        'InvalidTransition',
        `${operator.email} signs in with a passkey; remove the passkeys first`,
      );
    note.detail = operator.email;
    const [made] = await transaction<{ expiresOn: string }[]>`
      insert into invitation (operator_id, token_hash, expires_on)
      values (${params.id}, ${hashToken(token)}, now() + make_interval(hours => ${body.expiresInHours}))
      on conflict (operator_id) do update set token_hash = excluded.token_hash, expires_on = excluded.expires_on
      returning expires_on as "expiresOn"`;
    if (made === undefined) throw new Error('an insert returns its row');
    return { token, expiresOn: made.expiresOn };
  });
};

/** 204 whether or not there was one. */
export const revokeInvitation: Verb<'RevokeInvitation'> = async ({ database }, { params, caller, note }) => {
  await inTransaction(database, async (transaction) => {
    const operator = await lockOperator(transaction, params.id);
    note.detail = 'there was none';
    if (operator === undefined || !isReached(operator, caller)) return;
    note.detail = operator.email;
    refuseActingOnMore(scopesOf(operator), caller.scopes);
    await transaction`delete from invitation where operator_id = ${params.id}`;
  });
};
