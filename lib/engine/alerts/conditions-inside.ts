import { type AlertCondition, type Bounds, liesWithin, stringifyJson } from '#contract';
import { type Database, type Fragment, matchingNames, type Transaction } from '#database';
import { groupsInside } from '../errors/groups-inside.ts';
import { insideBounds } from '../rows/inside-bounds.ts';

const everything = ['*'];

/**
 * The condition, which begins with `and`, that an alert's condition, a column of JSON, tells of nothing outside of
 * bounds: it names a task or an error group inside, or types or queues inside when the other of the two is not bounded.
 */
export function conditionsInside(
  database: Database | Transaction,
  bounds: Bounds | undefined,
  condition: Fragment,
): Fragment {
  const allTypes = liesWithin(everything, bounds?.types);
  const allQueues = liesWithin(everything, bounds?.queues);
  if (allTypes && allQueues) return database``;
  const named = (member: 'type' | 'queue' | 'task' | 'group') => database`(${condition} ->> ${member})`;
  const matches = (member: 'type' | 'queue', names: readonly string[] = everything) =>
    matchingNames(database, named(member), names);
  return database`and case
    when ${condition} ? 'task' then exists (
      select from task t where t.id = ${named('task')} ${insideBounds(database, bounds)})
    when ${condition} ? 'group' then exists (
      select from error_group g where g.id = (
        select group_id from error_fingerprint where fingerprint = ${named('group')}) ${groupsInside(database, bounds)})
    when ${condition} ? 'type' then ${allQueues} and ${matches('type', bounds?.types)}
    when ${condition} ? 'queue' then ${allTypes} and ${matches('queue', bounds?.queues)}
    else false end`;
}

/** Whether an alert with this condition would tell of nothing outside of bounds. */
export async function isConditionInside(
  database: Database,
  condition: AlertCondition,
  bounds: Bounds | undefined,
): Promise<boolean> {
  const [row] = await database`
    select from (select ${stringifyJson(condition)}::jsonb as condition) given
    where true ${conditionsInside(database, bounds, database`given.condition`)}`;
  return row !== undefined;
}
