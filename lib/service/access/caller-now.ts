import type { Bounds } from '#contract';
import { type Database, readStored } from '#database';
import { readKeyOf } from './api-key-token.ts';
import type { Caller } from './caller.ts';
import { knownScopes } from './session.ts';

/**
 * A caller whose rights can be looked at without a token: an operator or an API key, as it is now. `undefined` when it has
 * no access any more.
 */
export async function callerNow(
  database: Database,
  { kind, id }: Pick<Caller, 'kind' | 'id'>,
): Promise<Caller | undefined> {
  if (kind === 'apiKey') return readKeyOf(database, database`api_key.id = ${id}`);
  const [row] = await database<
    { email: string; scopes: string[]; bounds: string | null; must_change_password: boolean }[]
  >`
    select email, scopes, bounds, must_change_password from operator where id = ${id} and not is_disabled`;
  if (kind !== 'operator' || row === undefined) return undefined;
  const { email: name } = row;
  return {
    kind,
    id,
    name,
    owner: { kind: 'operator', id, name },
    scopes: new Set(knownScopes(row.scopes)),
    bounds: readStored<Bounds>(row.bounds),
    mustChangePassword: row.must_change_password,
    expiresAt: undefined,
  };
}
