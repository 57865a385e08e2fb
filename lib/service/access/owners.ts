import type { OwnerKind, Scope } from '#contract';
import type { Database, Transaction } from '#database';
import { knownScopes } from './session.ts';

const kinds: Readonly<Record<string, OwnerKind>> = { operator: 'operator', account: 'serviceAccount' };

/** An owner in words. The name of one that is not known any more is its id. */
type NamedOwner = { owner: string; kind: OwnerKind; name: string };

/** Reads the kind and the name of each of these owners, in their order. */
export async function nameOwners(database: Database, owners: readonly string[]): Promise<NamedOwner[]> {
  const rows = await database<{ owner: string; email: string | null }[]>`
    select given.owner, o.email from unnest(${[...owners]}::text[]) with ordinality as given (owner, place)
      left join operator o on given.owner = 'operator:' || o.id::text
    order by given.place`;
  return rows.map(({ owner, email }) => {
    const [prefix = ''] = owner.split(':', 1);
    return { owner, kind: kinds[prefix] ?? 'external', name: email ?? owner.slice(prefix.length + 1) };
  });
}

/** Whether there is an owner: an operator, a service account with a key, or one who has isolated stores or locks. */
export async function isKnownOwner(database: Database | Transaction, owner: string): Promise<boolean> {
  const [row] = await database<{ isKnown: boolean }[]>`
    select exists (select from operator where 'operator:' || id::text = ${owner})
      or exists (select from api_key where 'account:' || service_account = ${owner})
      or exists (select from state_store where namespace = ${owner})
      or exists (select from held_lock where namespace = ${owner}) as "isKnown"`;
  return row?.isKnown === true;
}

/** Whether anything belongs to an owner: isolated stores and locks, uploads, views, or requests that can be used. */
export async function ownsAnything(database: Database | Transaction, owner: string): Promise<boolean> {
  const [row] = await database<{ isOwner: boolean }[]>`
    select exists (select from state_store where namespace = ${owner})
      or exists (select from held_lock where namespace = ${owner} or identity = ${owner})
      or exists (select from blob_upload where identity = ${owner})
      or exists (select from saved_view where owner = ${owner})
      or exists (select from approval where owner = ${owner} and expires_on > now()) as "isOwner"`;
  return row?.isOwner === true;
}

/**
 * Returns the scopes of an owner: those of the operator, or of all keys of the service account that have not expired.
 * Those of an external caller stand only in its tokens, so there are none.
 */
export async function scopesOfOwner(database: Database | Transaction, owner: string): Promise<Scope[]> {
  const rows = await database<{ scopes: string[] }[]>`
    select scopes from operator where 'operator:' || id::text = ${owner}
    union all
    select scopes from api_key
    where 'account:' || service_account = ${owner} and (expires_on is null or expires_on > now())`;
  return [...new Set(rows.flatMap(({ scopes }) => knownScopes(scopes)))];
}
