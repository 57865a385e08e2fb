import { z } from 'zod';
import { decodePageToken, pageFrom } from '#database';
import { reachesNoFurther } from '../access/bounds.ts';
import type { Verb } from '../verb.ts';
import { type ApiKeyRow, apiKeyColumns, boundsOfKey, toApiKey } from './row.ts';

/** Sorted by id. Callers with bounds see the keys that reach no further than they do. */
export const listApiKeys: Verb<'ListApiKeys'> = async ({ database }, { query, caller }) => {
  const list = 'api keys';
  const after = decodePageToken(list, query.continuationToken, z.guid());
  const rows = await database<ApiKeyRow[]>`
    select ${apiKeyColumns(database)} from api_key
    ${after === undefined ? database`` : database`where id > ${after}`} order by id 
    limit ${caller.bounds === undefined ? query.maxPageSize + 1 : null}`;
  const reached = rows
    .filter((row) => reachesNoFurther(boundsOfKey(row), caller.bounds))
    .slice(0, query.maxPageSize + 1);
  return pageFrom(reached, { list, maxPageSize: query.maxPageSize, convert: toApiKey, position: (last) => last.id });
};
