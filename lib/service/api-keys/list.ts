import { readKeyset, writeKeyset } from '../http/keyset.ts';
import type { Verb } from '../verb.ts';
import { type ApiKeyRow, apiKeyColumns, toApiKey } from './row.ts';

/** By id. */
export const listApiKeys: Verb<'ListApiKeys'> = async ({ database }, { query }) => {
  const after = readKeyset('api-keys', query.continuationToken, /^[0-9a-f-]{36}$/);
  const rows = await database<ApiKeyRow[]>`
    select ${apiKeyColumns(database)} from api_key
    ${after === undefined ? database`` : database`where id > ${after}`} order by id limit ${query.maxPageSize + 1}`;
  const value = rows.slice(0, query.maxPageSize).map(toApiKey);
  const last = value.at(-1);
  if (rows.length <= query.maxPageSize || last === undefined) return { value };
  return { value, continuationToken: writeKeyset('api-keys', last.id) };
};
