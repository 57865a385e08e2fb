import type { Database, Fragment } from '#database';
import { candidatesOf, mayMeet } from '../../indexes/index-conditions.ts';
import type { IndexPlan } from '../../indexes/plan-by-index.ts';

/** What a list asks of the entries that an index leads to. */
type Asked = {
  seesHidden: boolean;
  isById: boolean;
  /** What follows a selection from the rows `i` of an index: the range of ids, the order and the limit. */
  nextById: Fragment;
  /** The next of these entries in the list's order. */
  nextOf: (candidates: Fragment) => Fragment;
};

/**
 * Selects the next entries that an index leads to, with their time of change, which the order of ids does not need.
 * `mayMatch`: the condition on each of them, `e`, that it may match by all indexes of the plan.
 */
export function nextByIndex(
  database: Database,
  { by, others, isNarrow }: IndexPlan,
  { seesHidden, isById, nextById, nextOf }: Asked,
): { entries: Fragment; mayMatch: Fragment } {
  const isInOthers = others.reduce(
    (earlier, index) => database`${earlier} and exists (select from state_index_entry i
      where i.index_key = ${index.key} and i.id = e.id and ${mayMeet(database, index, seesHidden)} offset 0)`,
    database``,
  );
  const unknown = database`'epoch'::timestamptz as modified_on`;
  const candidates = isNarrow ? candidatesOf(database, by, seesHidden) : undefined;
  if (candidates === undefined)
    return {
      entries: database`select i.id, ${unknown}, ${mayMeet(database, by, seesHidden)} as may_meet
        from state_index_entry i where i.index_key = ${by.key} ${nextById}`,
      mayMatch: database`e.may_meet ${isInOthers}`,
    };
  return {
    entries: isById
      ? database`select i.id, ${unknown} from (${candidates}) i where true ${nextById}`
      : nextOf(candidates),
    mayMatch: database`true ${isInOthers}`,
  };
}
