import { readKeyset, writeKeyset } from '../http/keyset.ts';
import type { Verb } from '../verb.ts';
import { type OperatorRow, operatorColumns, toOperator } from './row.ts';

/** By e-mail. */
export const listOperators: Verb<'ListOperators'> = async ({ database }, { query }) => {
  const after = readKeyset('operators', query.continuationToken, /^[^\s@]{1,128}@[^\s@]{1,254}$/) ?? '';
  const rows = await database<OperatorRow[]>`
    select ${operatorColumns(database)} from operator
    where email > ${after} order by email limit ${query.maxPageSize + 1}`;
  const value = rows.slice(0, query.maxPageSize).map(toOperator);
  const last = value.at(-1);
  if (rows.length <= query.maxPageSize || last === undefined) return { value };
  return { value, continuationToken: writeKeyset('operators', last.email) };
};
