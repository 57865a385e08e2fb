import { z } from 'zod';
import { decodePageToken, pageFrom } from '#database';
import type { Verb } from '../verb.ts';
import { isReached, type OperatorRow, operatorColumns, toOperator } from './row.ts';

/** Sorted by e-mail. Callers with bounds see who reaches no further than they do. */
export const listOperators: Verb<'ListOperators'> = async ({ database }, { query, caller }) => {
  const list = 'operators';
  const after = decodePageToken(list, query.continuationToken, z.string()) ?? '';
  const rows = await database<OperatorRow[]>`
    select ${operatorColumns(database)} from operator
    where email > ${after} order by email limit ${caller.bounds === undefined ? query.maxPageSize + 1 : null}`;
  const reached = rows.filter((row) => isReached(row, caller)).slice(0, query.maxPageSize + 1);
  return pageFrom(reached, {
    list,
    maxPageSize: query.maxPageSize,
    convert: toOperator,
    position: (last) => last.email,
  });
};
