import type { Logger } from 'pino';
import { type Bounds, widerKinds } from '#contract';
import { type Database, type Job, readStored } from '#database';
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
  const scopes = scopesOfClaims(confirmation.claims, provider.config);
  if (scopes.join() !== session.scopes.join())
    await database`update operator set scopes = ${[...scopes]} where id = ${session.operatorId}`;
  if (provider.config.bounds !== undefined) {
    const bounds = boundsOfClaims(confirmation.claims, provider.config);
    if (areOther(bounds, readStored<Bounds>(session.bounds)))
      await database`
        update operator set bounds = ${bounds === undefined ? null : JSON.stringify(bounds)}::text::json
        where id = ${session.operatorId}`;
  }
  if (scopes.length === 0) return end(database, session);
  await keepTokens(database, secretsKey, session.id, session.provider, confirmation.tokens);
}

function areOther(one: Bounds | undefined, other: Bounds | undefined): boolean {
  return widerKinds(one, other).length > 0 || widerKinds(other, one).length > 0;
}

async function end(database: Database, { id }: DueSession): Promise<void> {
  await database`update session set revoked_on = now() where id = ${id} and revoked_on is null`;
}
