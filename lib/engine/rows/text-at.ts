import type { Database, Fragment } from '#database';

/**
 * The text of the part of a JSON value at a path. Null where PostgreSQL cannot read the value as text, which only an escaped
 * character in it can cause: the function that notices that is slower.
 */
export function textAt(database: Database, value: Fragment, path: readonly string[]): Fragment {
  return database`case when strpos(${value}::text, '\\u') = 0 then ${value} #>> ${[...path]}::text[]
    else text_at(${value}, ${[...path]}::text[]) end`;
}
