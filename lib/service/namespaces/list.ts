import { z } from 'zod';
import { decodePageToken, pageFrom } from '#database';
import { nameOwners } from '../access/owners.ts';
import type { Verb } from '../verb.ts';

type NamespaceRow = { owner: string; storeCount: number; lockCount: number };

/** By owner. Each half reads one index, from where the page begins. */
export const listNamespaces: Verb<'ListNamespaces'> = async ({ database }, { query }) => {
  const list = 'namespaces';
  const after = decodePageToken(list, query.continuationToken, z.string()) ?? '';
  const most = query.maxPageSize + 1;
  const rows = await database<NamespaceRow[]>`
    select namespace as owner, sum(stores)::int as "storeCount", sum(locks)::int as "lockCount" from (
      (select namespace, count(*) as stores, 0 as locks from state_store
       where namespace > ${after} group by namespace order by namespace limit ${most})
      union all
      (select namespace, 0, count(*) from held_lock
       where namespace > ${after} and (expires_on is null or expires_on > now())
       group by namespace order by namespace limit ${most})
    ) counted
    group by namespace order by namespace limit ${most}`;
  const named = await nameOwners(
    database,
    rows.map(({ owner }) => owner),
  );
  const namespaces = rows.flatMap((row, place) => {
    const owner = named[place];
    return owner === undefined ? [] : [{ ...row, ...owner }];
  });
  return pageFrom(namespaces, {
    list,
    maxPageSize: query.maxPageSize,
    convert: (row) => row,
    position: ({ owner }) => owner,
  });
};
