import { randomBytes } from 'node:crypto';
import { type Bounds, intersectBounds } from '#contract';
import { type Database, type Fragment, readStored, type Transaction } from '#database';
import type { Caller } from './caller.ts';
import { hashToken, knownScopes } from './session.ts';

/** The prefix of every API key, which people and scanners recognise in a leak. */
export const apiKeyPrefix = 'tdk_';

/** A new key: 256 random bits. */
export function generateApiKey(): string {
  return apiKeyPrefix + randomBytes(32).toString('base64url');
}

type Row = {
  id: string;
  name: string;
  scopes: string[];
  bounds: string | null;
  expires_on: string | null;
  service_account: string | null;
  owner_id: string | null;
  owner_email: string | null;
  owner_scopes: string[] | null;
  owner_bounds: string | null;
};

/**
 * Who a live API key belongs to; `undefined` when it is unknown or has expired, or its operator is disabled. A key of an
 * operator has no scope that the operator has lost, and reaches no further than the operator.
 */
export function readApiKey(database: Database, token: string): Promise<Caller | undefined> {
  return readKeyOf(database, database`key_hash = ${hashToken(token)}`);
}

/** The same of the key that a condition names. */
export async function readKeyOf(database: Database | Transaction, isMeant: Fragment): Promise<Caller | undefined> {
  const [row] = await database<Row[]>`
    select api_key.id, api_key.name, api_key.scopes, api_key.bounds, expires_on, service_account, owner_id,
      operator.email as owner_email, operator.scopes as owner_scopes, operator.bounds as owner_bounds
    from api_key left join operator on operator.id = owner_id
    where ${isMeant} and (expires_on is null or expires_on > now()) and is_disabled is not true`;
  if (row === undefined) return undefined;
  const { owner_scopes: limit } = row;
  return {
    kind: 'apiKey',
    id: row.id,
    name: row.name,
    owner: ownerFrom(row),
    scopes: new Set(knownScopes(row.scopes).filter((scope) => limit === null || limit.includes(scope))),
    bounds: intersectBounds(readStored<Bounds>(row.bounds), readStored<Bounds>(row.owner_bounds)),
    expiresAt: row.expires_on === null ? undefined : Date.parse(row.expires_on),
  };
}

function ownerFrom({ owner_id: id, owner_email: email, service_account: account }: Row): Caller['owner'] {
  if (id !== null) return { kind: 'operator', id, name: email ?? '' };
  return { kind: 'serviceAccount', id: account ?? '', name: account ?? '' };
}
