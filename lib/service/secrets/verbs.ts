import { secretName } from '#contract';
import { decodePageToken, pageFrom } from '#database';
import { listSecrets as selectSecrets } from '#engine';
import type { Verbs } from '../verb.ts';
import { deleteSecret } from './delete.ts';
import { setSecret } from './set.ts';

/** The verbs of the operations on secrets. */
export const secretVerbs = {
  /** Sorted by name. */
  ListSecrets: async ({ database }, { query }) => {
    const list = 'secrets';
    const after = decodePageToken(list, query.continuationToken, secretName);
    const rows = await selectSecrets(database, { limit: query.maxPageSize + 1, after });
    return pageFrom(rows, {
      list,
      maxPageSize: query.maxPageSize,
      convert: (secret) => secret,
      position: (last) => last.name,
    });
  },
  SetSecret: setSecret,
  DeleteSecret: deleteSecret,
} satisfies Partial<Verbs>;
