import { z } from 'zod';
import { decodePageToken, pageFrom } from '#database';
import type { Verb } from '../verb.ts';
import { type OperatorRow, operatorColumns, toOperator } from './row.ts';

/** Sorted by e-mail. */
export const listOperators: Verb<'ListOperators'> = async ({ database }, { query }) => {
  const list = 'operators';
  const after = decodePageToken(list, query.continuationToken, z.string()) ?? '';
  const rows = await database<OperatorRow[]>`
    select ${operatorColumns(database)} from operator
    where email > ${after} order by email limit ${query.maxPageSize + 1}`;
  return pageFrom(rows, { list, maxPageSize: query.maxPageSize, convert: toOperator, position: (last) => last.email });
};
