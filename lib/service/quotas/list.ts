import { z } from 'zod';
import { decodePageToken, pageFrom } from '#database';
import type { Verb } from '../verb.ts';
import { readQuotasOf } from './read.ts';

/** Operators and service accounts, and others with limits of their own. By name. */
export const listQuotas: Verb<'ListQuotas'> = async (service, { query }) => {
  const { database } = service;
  const list = 'quotas';
  const after = decodePageToken(list, query.continuationToken, z.tuple([z.string(), z.string()])) ?? ['', ''];
  const rows = await database<{ owner: string; name: string }[]>`
    select owner, min(name collate "C") as name from (
      select 'operator:' || id::text as owner, email as name from operator
      union all
      select 'account:' || service_account, service_account from api_key where service_account is not null
      union all
      select q.owner, coalesce(o.email, substr(q.owner, strpos(q.owner, ':') + 1)) from quota q
        left join operator o on q.owner = 'operator:' || o.id::text
    ) known
    where (name collate "C", owner collate "C") > (${after[0]}, ${after[1]})
    group by owner order by min(name collate "C"), owner collate "C" limit ${query.maxPageSize + 1}`;
  const page = await pageFrom(rows, {
    list,
    maxPageSize: query.maxPageSize,
    convert: (row) => row,
    position: ({ name, owner }) => [name, owner],
  });
  const value = await readQuotasOf(
    service,
    page.value.map(({ owner }) => owner),
  );
  return { ...page, value };
};
