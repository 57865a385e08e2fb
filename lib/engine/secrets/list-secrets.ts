import type { Secret } from '#contract';
import type { Database } from '#database';

/** Up to `limit` secrets by name, after `after` where given; never their values. */
export function listSecrets(
  database: Database,
  page: { limit: number; after?: string | undefined },
): Promise<readonly Secret[]> {
  return database<Secret[]>`
    select name, modified_on as "lastModifiedOn", modified_by as "lastModifiedBy" from secret
    where name > ${page.after ?? ''} order by name limit ${page.limit}`;
}
