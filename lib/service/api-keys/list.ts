import { z } from 'zod';
import { decodePageToken, pageFrom } from '#database';
import type { Verb } from '../verb.ts';
import { type ApiKeyRow, apiKeyColumns, toApiKey } from './row.ts';

/** Sorted by id. */
export const listApiKeys: Verb<'ListApiKeys'> = async ({ database }, { query }) => {
  const list = 'api keys';
  const after = decodePageToken(list, query.continuationToken, z.guid());
  const rows = await database<ApiKeyRow[]>`
    select ${apiKeyColumns(database)} from api_key
    ${after === undefined ? database`` : database`where id > ${after}`} order by id limit ${query.maxPageSize + 1}`;
  return pageFrom(rows, { list, maxPageSize: query.maxPageSize, convert: toApiKey, position: (last) => last.id });
};
