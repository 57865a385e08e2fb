import { type ApiKeyInput, invalidAt } from '#contract';
import { type Clock, inTransaction } from '#database';
import { generateApiKey } from '../access/api-key-token.ts';
import { grantedBounds } from '../access/bounds.ts';
import { accountNamed, type Caller, type Owner } from '../access/caller.ts';
import { lockManagers } from '../access/lock-managers.ts';
import { hashToken } from '../access/session.ts';
import { refuseGranting, scopesFrom } from '../operators/row.ts';
import type { Verb } from '../verb.ts';
import { refuseAccount } from './refuse-account.ts';
import { type ApiKeyRow, apiKeyColumns, toApiKey } from './row.ts';

/** No key lasts longer than the key that made it, or has more scopes than its maker. */
export const createApiKey: Verb<'CreateApiKey'> = async (service, { body, note, ...call }) => {
  const scopes = scopesFrom(body.scopes);
  const bounds = grantedBounds(body.bounds, call.caller.bounds);
  checkExpiry(body.expiresOn, call.caller, service.clock);
  const owner = ownerOfNew(body, call.caller);
  const key = generateApiKey();
  note.detail = `"${body.name}" of ${owner.name} with ${scopes.length} scopes`;
  return inTransaction(service.database, async (transaction) => {
    const caller = await lockManagers(transaction, service, 'CreateApiKey', call.caller);
    refuseGranting(scopes, caller.scopes);
    if (owner.kind === 'serviceAccount' && !isSame(owner, caller.owner))
      await refuseAccount(transaction, owner.name, caller);
    const [made] = await transaction<ApiKeyRow[]>`
      insert into api_key (name, key_hash, scopes, bounds, created_by, expires_on, owner_id, service_account)
      values (${body.name}, ${hashToken(key)}, ${scopes}, ${bounds === undefined ? null : JSON.stringify(bounds)}::text::json, ${caller.name}, ${body.expiresOn ?? null},
        ${owner.kind === 'operator' ? owner.id : null}, ${owner.kind === 'operator' ? null : owner.name})
      returning ${apiKeyColumns(transaction)}`;
    if (made === undefined) throw new Error('insert into api_key returned no row');
    return { ...toApiKey(made), key };
  });
};

function checkExpiry(expiresOn: string | undefined, caller: Caller, clock: Clock): void {
  const ends = expiresOn === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresOn);
  if (ends <= clock.now()) throw invalidAt('/expiresOn', 'it is in the past');
  if (caller.kind === 'apiKey' && caller.expiresAt !== undefined && ends > caller.expiresAt)
    throw invalidAt(
      '/expiresOn',
      `the calling key expires at ${new Date(caller.expiresAt).toISOString()}; allowed: up to then`,
    );
}

function ownerOfNew({ serviceAccount }: Pick<ApiKeyInput, 'serviceAccount'>, { owner }: Caller): Owner {
  if (serviceAccount !== undefined) return accountNamed(serviceAccount);
  if (owner.kind === 'operator' || owner.kind === 'serviceAccount') return owner;
  throw invalidAt('/serviceAccount', 'a caller of another issuer cannot own a key; name a service account');
}

const isSame = (one: Owner, other: Owner) => one.kind === other.kind && one.id === other.id;
