import type { Scope } from '#contract';
import type { Transaction } from '#database';
import { knownScopes } from '../access/session.ts';

/** A further key of a service account is a way to what the account owns: these are the scopes of all its keys. */
export async function scopesOfAccount(transaction: Transaction, name: string): Promise<Scope[]> {
  const rows = await transaction<{ scope: string }[]>`
    select distinct unnest(scopes) as scope from api_key where service_account = ${name}`;
  return knownScopes(rows.map(({ scope }) => scope));
}
