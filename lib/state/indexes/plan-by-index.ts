import type { ValueCondition } from '#contract';
import { type Database, readWithin } from '#database';
import type { StoreAddress } from '../records.ts';
import { type ConditionsOfIndex, candidatesOf, conditionsByIndex } from './index-conditions.ts';

/** Up to this number, the entries that an index leads to are sorted. */
export const mostCandidates = 10_000;
/** An index that leads to so few entries is taken without a look at others. */
const fewCandidates = 1_000;
/** The maximum time of a statement. */
const statementMs = 1_000;

/** How a search goes by indexes. */
export type IndexPlan = {
  /** The index that leads to the fewest entries. */
  by: ConditionsOfIndex;
  /** Whether it leads to few. Otherwise all of its rows are looked at, in the order of the ids. */
  isNarrow: boolean;
  /** The other indexes. They are asked about each entry that the first one leads to. */
  others: readonly ConditionsOfIndex[];
};

/** Returns how to find entries that meet conditions by the indexes of their store, or `undefined` when none helps. */
export async function planByIndex(
  database: Database,
  { namespace, storeName }: StoreAddress,
  conditions: readonly ValueCondition[],
  { seesHidden, isById }: { seesHidden: boolean; isById: boolean },
): Promise<IndexPlan | undefined> {
  const indexes = await database<{ key: number; pointer: string }[]>`
    select x.key, x.pointer from state_index x join state_store s on s.key = x.store_key
    where s.namespace = ${namespace} and s.name = ${storeName} and x.ready_on is not null and x.removed_on is null
    order by x.key`;
  const groups = conditionsByIndex(indexes, conditions);
  const [first] = groups;
  if (first === undefined) return undefined;
  const isEquality = ({ conditions: of }: ConditionsOfIndex) => of.some(({ operator }) => operator === '=');
  const equal = await fewestCandidates(database, groups.filter(isEquality), seesHidden);
  const fewest =
    equal !== undefined && equal.count <= fewCandidates ? equal : await fewestCandidates(database, groups, seesHidden);
  const isNarrow = fewest !== undefined && fewest.count <= mostCandidates;
  // An index has no order of change: what many entries meet is found sooner without it.
  if (!isNarrow && !isById) return undefined;
  const by = fewest?.group ?? first;
  return { by, isNarrow, others: groups.filter((group) => group !== by) };
}

/** Returns the index that leads to the fewest entries, which are counted up to a limit. */
async function fewestCandidates(
  database: Database,
  groups: readonly ConditionsOfIndex[],
  seesHidden: boolean,
): Promise<{ group: ConditionsOfIndex; count: number } | undefined> {
  const leading = groups.flatMap((group) => {
    const candidates = candidatesOf(database, group, seesHidden, mostCandidates + 1);
    return candidates === undefined ? [] : { group, candidates };
  });
  if (leading.length === 0) return undefined;
  const counts = leading
    .map(({ candidates }, at) => database`select ${at}::int as place, count(*) as count from (${candidates}) c`)
    .reduce((earlier, count) => database`${earlier} union all ${count}`);
  const rows = await readWithin(
    database,
    statementMs,
    (transaction) => transaction<{ place: number; count: number }[]>`${counts} order by count limit 1`,
    { goesByIndexes: true },
  );
  const [fewest] = rows ?? [];
  const group = fewest && leading[fewest.place]?.group;
  return group && fewest && { group, count: fewest.count };
}

/** Resolves with whether the rows of the indexes are still there: a search that began before their removal is incomplete. */
export async function arePresent(database: Database, { by, others }: IndexPlan): Promise<boolean> {
  const keys = [by, ...others].map(({ key }) => key);
  const present = await database`
    select from state_index where key = any(${keys}::bigint[]) and removed_on is null`;
  return present.length === keys.length;
}
