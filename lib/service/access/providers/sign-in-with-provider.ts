import { createHash } from 'node:crypto';
import { errors } from 'jose';
import { TaskdeckError } from '#contract';
import type { Database, Transaction } from '#database';
import { inTransaction } from '#database';
import type { Verb } from '../../verb.ts';
import { admitNetwork } from '../admit-network.ts';
import { networkOf } from '../network.ts';
import { openSession } from '../session.ts';
import { answerSession } from '../session-answer.ts';
import { operatorOfPerson } from './operator-of-person.ts';
import { scopesOfClaims } from './person.ts';
import { type Claims, ProviderAway, type ProviderClient, type ProviderTokens } from './provider-client.ts';
import { keepTokens } from './session-tokens.ts';

/** Trusts the provider's signature and nothing that the dashboard says: who has an ID token of now is its person. */
export const signInWithProvider: Verb<'SignInWithProvider'> = async (service, { body, address, note }) => {
  const { database, secretsKey, config } = service;
  const provider = service.providers.get(body.provider);
  if (provider === undefined) return refuse('there is no such sign-in provider');
  const network = networkOf(address);
  const forgive = await admitNetwork(database, network);
  const claims = await identify(provider, body.idToken, body, forgive);
  await forgive();
  note.target = typeof claims.email === 'string' ? claims.email.slice(0, 254) : `${provider.config.id}#${claims.sub}`;
  const scopes = scopesOfClaims(claims, provider.config);
  if (scopes.length === 0)
    throw new TaskdeckError(
      'InsufficientScope',
      `no group of this account has a role here (claim "${provider.config.claim}")`,
    );
  const session = await inTransaction(database, async (transaction) => {
    await spendIdToken(transaction, body.idToken, claims);
    const operator = await operatorOfPerson(transaction, provider.config, claims, scopes);
    const opened = await openSession(
      transaction,
      operator.id,
      { address, network, device: body.device },
      config.sessions,
      { provenOn: signedInOn(claims) ?? null },
    );
    if (opened === undefined) return refuse('this operator is disabled');
    await keepTokens(transaction, secretsKey, opened.id, provider.config.id, body);
    note.caller = { kind: 'operator', id: opened.operator.id, name: opened.operator.email };
    note.target = opened.operator.email;
    return opened;
  });
  return answerSession(service, session, session.refreshToken);
};

/**
 * Returns the claims of an ID token. Throws `InvalidCredentials`, and `ServiceUnavailable` while the provider is away, which
 * forgives the attempt: whoever tries again and again until it is back need not wait then.
 */
export async function identify(
  provider: ProviderClient,
  idToken: string,
  tokens: ProviderTokens,
  forgive: () => Promise<void>,
): Promise<Claims> {
  try {
    return await provider.complete(await provider.verify(idToken), tokens);
  } catch (error) {
    if (error instanceof ProviderAway) {
      await forgive();
      throw new TaskdeckError('ServiceUnavailable', 'the sign-in provider cannot be reached', { cause: error });
    }
    if (error instanceof errors.JOSEError) refuse('the ID token is not valid');
    throw error;
  }
}

/** The year 10,000 in seconds. */
const beyondTime = 253_402_300_800;

/** Returns when a person signed in at the provider, which can be long before this ID token; `undefined` when it does not say. */
export function signedInOn({ auth_time: seconds }: Claims): string | undefined {
  const isTime = typeof seconds === 'number' && seconds >= 0 && seconds < beyondTime;
  return isTime ? new Date(seconds * 1_000).toISOString() : undefined;
}

/**
 * A stolen ID token opens no second session and proves nothing. It is known by what the provider signed: a signature can be
 * written in several ways.
 */
export async function spendIdToken(
  transaction: Database | Transaction,
  idToken: string,
  { exp = 0 }: Claims,
): Promise<void> {
  const signed = idToken.slice(0, idToken.lastIndexOf('.'));
  const used = await transaction`
    insert into used_id_token (token_hash, expires_on)
    values (${createHash('sha256').update(signed).digest()}, greatest(to_timestamp(${exp}), now() + interval '1 hour'))
    on conflict do nothing`;
  if (used.count === 0) refuse('the ID token was used already');
}

function refuse(detail: string): never {
  throw new TaskdeckError('InvalidCredentials', detail);
}
