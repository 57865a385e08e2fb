import { randomBytes } from 'node:crypto';
import type { Database } from '#database';
import type { Caller } from './caller.ts';
import { hashToken, knownScopes } from './session.ts';

/** What every API key begins with, so that a leaked one is recognised by people and scanners. */
export const apiKeyPrefix = 'tdk_';

/** A new key: 256 random bits. */
export function generateApiKey(): string {
  return apiKeyPrefix + randomBytes(32).toString('base64url');
}

/** Who a live API key belongs to; `undefined` when it is unknown or has expired. Notes its use, once a minute at most. */
export async function readApiKey(database: Database, token: string): Promise<Caller | undefined> {
  const keyHash = hashToken(token);
  const [row] = await database<
    { id: string; name: string; scopes: string[]; expires_on: string | null; is_use_old: boolean }[]
  >`
    select id, name, scopes, expires_on,
      last_used_on is null or last_used_on < now() - interval '1 minute' as is_use_old
    from api_key where key_hash = ${keyHash} and (expires_on is null or expires_on > now())`;
  if (row === undefined) return undefined;
  if (row.is_use_old) await database`update api_key set last_used_on = now() where id = ${row.id}`;
  return {
    kind: 'apiKey',
    id: row.id,
    name: row.name,
    scopes: new Set(knownScopes(row.scopes)),
    expiresAt: row.expires_on === null ? undefined : Date.parse(row.expires_on),
  };
}
