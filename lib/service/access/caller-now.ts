import type { Bounds } from '#contract';
import { type Database, readStored, type Transaction } from '#database';
import type { Service } from '../service.ts';
import { readKeyOf } from './api-key-token.ts';
import type { Caller } from './caller.ts';
import { knownScopes, lacksPasskey, mustAddPasskey } from './session.ts';

type Row = {
  email: string;
  scopes: string[];
  bounds: string | null;
  must_change_password: boolean;
  lacks_passkey: boolean;
};

/**
 * A caller whose rights can be looked at without a token: an operator or an API key, as it is now. `undefined` when it has
 * no access any more.
 */
export async function callerNow(
  { database, config }: Pick<Service, 'config'> & { database: Database | Transaction },
  { kind, id }: { kind: string; id: string },
): Promise<Caller | undefined> {
  if (kind === 'apiKey') return readKeyOf(database, database`api_key.id = ${id}`);
  const [row] = await database<Row[]>`
    select email, scopes, bounds, must_change_password, ${lacksPasskey(database, database`operator.id`)}
    from operator where id = ${id} and not is_disabled`;
  if (kind !== 'operator' || row === undefined) return undefined;
  const { email: name, lacks_passkey: lacks } = row;
  const scopes = knownScopes(row.scopes);
  return {
    kind,
    id,
    name,
    owner: { kind: 'operator', id, name },
    scopes: new Set(scopes),
    bounds: readStored<Bounds>(row.bounds),
    mustChangePassword: row.must_change_password,
    mustAddPasskey: mustAddPasskey({ lacksPasskey: lacks, scopes }, config.passkeyScopes),
    expiresAt: undefined,
  };
}
