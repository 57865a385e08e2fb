import { listSecrets as selectSecrets } from '#engine';
import { readKeyset, writeKeyset } from '../http/keyset.ts';
import type { Verb } from '../verb.ts';

/** By name. */
export const listSecrets: Verb<'ListSecrets'> = async ({ database }, { query }) => {
  const after = readKeyset('secrets', query.continuationToken, /^[A-Za-z0-9_.-]{1,128}$/);
  const rows = await selectSecrets(database, { limit: query.maxPageSize + 1, after });
  const value = rows.slice(0, query.maxPageSize);
  const last = value.at(-1);
  if (rows.length <= query.maxPageSize || last === undefined) return { value };
  return { value, continuationToken: writeKeyset('secrets', last.name) };
};
