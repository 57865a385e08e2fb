import { z } from 'zod';
import { decodePageToken, pageFrom } from '#database';
import { ownerOf } from '../access/caller.ts';
import type { Verb } from '../verb.ts';
import { readableLists, toView, type ViewRow, viewColumns } from './row.ts';

const position = z.tuple([z.boolean(), z.int32(), z.guid()]);

/** The caller's own in their order, then those that others share. Their filters can name anything: not with bounds. */
export const listViews: Verb<'ListViews'> = async ({ database }, call) => {
  const { query, caller } = call;
  const list = 'views';
  const owner = ownerOf(caller);
  const after = decodePageToken(list, query.continuationToken, position);
  const rows = await database<ViewRow[]>`
    select ${viewColumns(database)} from saved_view
    where (owner = ${owner} or is_shared and ${caller.bounds === undefined}) and list = any(${readableLists(call)}::text[])
      ${
        after === undefined
          ? database``
          : database`and (owner <> ${owner}, place, id) > (${after[0]}::boolean, ${after[1]}::int, ${after[2]}::uuid)`
      }
    order by owner <> ${owner}, place, id limit ${query.maxPageSize + 1}`;
  return pageFrom(rows, {
    list,
    maxPageSize: query.maxPageSize,
    convert: (row) => toView(row, call),
    position: (row) => [row.owner !== owner, row.place, row.id],
  });
};
