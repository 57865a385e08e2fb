import type { Database, Transaction } from '#database';
import { type SecretsKey, seal, unseal } from '#engine';
import type { ProviderTokens } from './provider-client.ts';

const job = 'sign-in tokens';

/** How long a provider's word counts before it is asked again. */
const askEveryInSeconds = 30;

/** Keeps what a provider is asked with about a session, and notes that it has just confirmed the operator. */
export async function keepTokens(
  database: Database | Transaction,
  secretsKey: SecretsKey,
  sessionId: string,
  provider: string,
  { accessToken, refreshToken }: ProviderTokens,
): Promise<void> {
  const { sealed, sealedWith } = seal(secretsKey, job, JSON.stringify({ accessToken, refreshToken }), sessionId);
  await database`
    update session set provider = ${provider}, sealed_tokens = ${sealed}, sealed_with = ${sealedWith},
      confirmed_on = now(), check_after = now() + make_interval(secs => ${askEveryInSeconds})
    where id = ${sessionId}`;
}

/** A session whose provider is due to be asked. `isStale`: it has not answered for 15 minutes. */
export type DueSession = {
  id: string;
  operatorId: string;
  provider: string;
  subject: string;
  scopes: string[];
  /** JSON. Null: nothing is bounded. */
  bounds: string | null;
  isStale: boolean;
} & {
  sealed: Buffer;
  sealedWith: string;
};

/**
 * Takes sessions that are due and in use, and puts off their next check, so that one process asks at a time. A session
 * in use gets a new access token every 15 minutes. Times further ahead than any are of a clock that was set back since:
 * those sessions are due, and the 15 minutes of `isStale` count from now.
 */
export function takeDue(database: Database, limit: number): Promise<readonly DueSession[]> {
  return database<DueSession[]>`
    with due as (
      select id from session
      where provider is not null and revoked_on is null and expires_on > now()
        and (check_after <= now() or check_after > now() + make_interval(secs => ${askEveryInSeconds}))
        and last_used_on > now() - interval '20 minutes'
      order by check_after limit ${limit} for update skip locked
    )
    update session set check_after = now() + make_interval(secs => ${askEveryInSeconds}),
      confirmed_on = least(session.confirmed_on, now())
    from due, operator, operator_identity identity
    where session.id = due.id and operator.id = session.operator_id and identity.operator_id = operator.id
    returning session.id, session.operator_id as "operatorId", session.provider, identity.subject, operator.scopes, operator.bounds,
      session.confirmed_on < now() - interval '15 minutes' as "isStale",
      session.sealed_tokens as sealed, session.sealed_with as "sealedWith"`;
}

/** Opens the tokens of a session. Throws when they were sealed with a key that this process lacks. */
export function openTokens(secretsKey: SecretsKey, { id, sealed, sealedWith }: DueSession): ProviderTokens {
  return JSON.parse(unseal(secretsKey, job, { sealed, sealedWith }, id));
}
