import { type ApiKey, type Bounds, fullScope, intersectBounds } from '#contract';
import { type Database, readStored, type Transaction } from '#database';
import { knownScopes } from '../access/session.ts';

export type ApiKeyRow = {
  id: string;
  name: string;
  scopes: string[];
  /** JSON. */
  bounds: string | null;
  ownerBounds: string | null;
  createdOn: string;
  createdBy: string;
  expiresOn: string | null;
  lastUsedOn: string | null;
  lastUsedFrom: string | null;
  serviceAccount: string | null;
  ownerId: string | null;
  ownerName: string | null;
  successorId: string | null;
};

export const apiKeyColumns = (database: Database | Transaction) => database`
  id, name, scopes, bounds, created_on as "createdOn", created_by as "createdBy", expires_on as "expiresOn",
  last_used_on as "lastUsedOn", last_used_from as "lastUsedFrom", service_account as "serviceAccount",
  (select bounds from operator where operator.id = api_key.owner_id) as "ownerBounds", owner_id as "ownerId",
  successor_id as "successorId", (select email from operator where operator.id = api_key.owner_id) as "ownerName"`;

/** What a key reaches: no more than its operator. */
export function boundsOfKey({ bounds, ownerBounds }: Pick<ApiKeyRow, 'bounds' | 'ownerBounds'>): Bounds | undefined {
  return intersectBounds(readStored<Bounds>(bounds), readStored<Bounds>(ownerBounds));
}

/** Converts a row to the API key of an answer, without its secret. */
export function toApiKey(row: ApiKeyRow): ApiKey {
  const {
    bounds: _,
    ownerBounds: __,
    expiresOn,
    lastUsedOn,
    lastUsedFrom,
    serviceAccount,
    ownerId,
    ownerName,
    successorId,
    ...same
  } = row;
  const bounds = boundsOfKey(row);
  return {
    ...same,
    scopes: knownScopes(row.scopes).map(fullScope),
    ...(bounds && { bounds }),
    ...(expiresOn === null ? {} : { expiresOn }),
    owner:
      ownerId === null
        ? { kind: 'serviceAccount', id: serviceAccount ?? '', name: serviceAccount ?? '' }
        : { kind: 'operator', id: ownerId, name: ownerName ?? '' },
    ...(lastUsedOn === null ? {} : { lastUsedOn }),
    ...(lastUsedFrom === null ? {} : { lastUsedFrom }),
    ...(successorId === null ? {} : { successorId }),
  };
}
