import { secretName } from '#contract';
import { decodePageToken, pageFrom } from '#database';
import { listSecrets as selectSecrets } from '#engine';
import type { Verb } from '../verb.ts';

/** Sorted by name. */
export const listSecrets: Verb<'ListSecrets'> = async ({ database }, { query }) => {
  const list = 'secrets';
  const after = decodePageToken(list, query.continuationToken, secretName);
  const rows = await selectSecrets(database, { limit: query.maxPageSize + 1, after });
  return pageFrom(rows, {
    list,
    maxPageSize: query.maxPageSize,
    convert: (secret) => secret,
    position: (last) => last.name,
  });
};
