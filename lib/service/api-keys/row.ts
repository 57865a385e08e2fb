import { type ApiKey, fullScope } from '#contract';
import type { Database } from '#database';
import { knownScopes } from '../access/session.ts';

export type ApiKeyRow = {
  id: string;
  name: string;
  scopes: string[];
  createdOn: string;
  createdBy: string;
  expiresOn: string | null;
  lastUsedOn: string | null;
};

export const apiKeyColumns = (database: Database) => database`
  id, name, scopes, created_on as "createdOn", created_by as "createdBy", expires_on as "expiresOn",
  last_used_on as "lastUsedOn"`;

/** An API key as it leaves the service: never its secret. */
export function toApiKey({ expiresOn, lastUsedOn, ...row }: ApiKeyRow): ApiKey {
  return {
    ...row,
    scopes: knownScopes(row.scopes).map(fullScope),
    ...(expiresOn === null ? {} : { expiresOn }),
    ...(lastUsedOn === null ? {} : { lastUsedOn }),
  };
}
