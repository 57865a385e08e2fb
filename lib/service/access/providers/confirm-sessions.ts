import type { Logger } from 'pino';
import { type Bounds, type SignInProvider, widerKinds } from '#contract';
import { type Database, type Job, readStored, type Transaction, whenReachable } from '#database';
import type { SecretsKey } from '#engine';
import { boundsOfClaims, scopesOfClaims } from './person.ts';
import { type Confirmation, ProviderAway, type ProviderClient } from './provider-client.ts';
import { type DueSession, keepTokens, openTokens, takeDue } from './session-tokens.ts';

type Parts = {
  database: Database;
  providers: ReadonlyMap<string, ProviderClient>;
  secretsKey: SecretsKey;
  logger: Pick<Logger, 'warn'>;
};

const atOnce = 16;
/** For how long new tokens are kept in memory while the database is away: until another process may ask, with the earlier ones. */
const keptForMs = 25_000;

/**
 * Asks the providers every 30 seconds about the operators who are signed in. Who has lost a group loses its scopes
 * and gets the bounds of the others, who has no role left or is signed out there loses the session. The triggers of the database end open streams.
 */
export function confirmSessionsJob(parts: Parts): Job {
  return {
    everyMs: 1_000,
    restMs: 20,
    async batch() {
      const due = await takeDue(parts.database, atOnce);
      await Promise.all(due.map((session) => confirmSession(parts, session)));
      return due.length === atOnce;
    },
  };
}

async function confirmSession(parts: Parts, session: DueSession): Promise<void> {
  const { database, secretsKey, logger } = parts;
  const provider = parts.providers.get(session.provider);
  if (provider === undefined) return end(database, session); // it is no longer configured
  let confirmation: Confirmation;
  try {
    confirmation = await provider.confirm(session.subject, openTokens(secretsKey, session));
  } catch (error) {
    logger.warn({ error, provider: session.provider }, 'a sign-in provider could not be asked about an operator');
    if (session.isStale || !(error instanceof ProviderAway)) await end(database, session);
    return;
  }
  if (confirmation === 'ended') return end(database, session);
  // Most providers take a refresh token back when it is used. Without its successor, the session would end at the next time.
  const note = () =>
    database.begin((transaction) => noteConfirmed(transaction, secretsKey, provider.config, session, confirmation));
  await whenReachable(note, { withinMs: keptForMs, onAway: () => {} });
}

/** Writes down what a provider said of an operator who may still sign in, and with what it is asked the next time. */
async function noteConfirmed(
  transaction: Transaction,
  secretsKey: SecretsKey,
  config: SignInProvider,
  session: DueSession,
  { claims, tokens }: Exclude<Confirmation, 'ended'>,
): Promise<void> {
  const scopes = scopesOfClaims(claims, config);
  if (scopes.join() !== session.scopes.join())
    await transaction`update operator set scopes = ${[...scopes]} where id = ${session.operatorId}`;
  if (config.bounds !== undefined) {
    const bounds = boundsOfClaims(claims, config);
    if (areOther(bounds, readStored<Bounds>(session.bounds)))
      await transaction`
        update operator set bounds = ${bounds === undefined ? null : JSON.stringify(bounds)}::text::json
        where id = ${session.operatorId}`;
  }
  if (scopes.length === 0) await end(transaction, session);
  else await keepTokens(transaction, secretsKey, session.id, session.provider, tokens);
}

function areOther(one: Bounds | undefined, other: Bounds | undefined): boolean {
  return widerKinds(one, other).length > 0 || widerKinds(other, one).length > 0;
}

async function end(database: Database | Transaction, { id }: DueSession): Promise<void> {
  await database`update session set revoked_on = now() where id = ${id} and revoked_on is null`;
}
