import { type AlertFinding, alertTaskType, stringifyJson } from '#contract';
import { type Database, readStored, type Transaction } from '#database';
import { isOfType } from '../matches.ts';
import type { ConditionOf, Judged, Rule } from './rule.ts';

type Found = AlertFinding & { key: number; since: string };
type Overdue = Rule<ConditionOf<'overdue'>>;

/** Runs of a type by how many of the given times they have passed. The row without a type sums up the page. */
type AgeRow = { type: string | null; passed_times: number; count: number; oldest: number; last: number | null };

/** One look passes this many active runs. The next one goes on behind them. */
const mostPassed = 20_000;

/**
 * Passes the next active runs, and returns what the whole round has found once it is complete: the work of a look is
 * bounded, however many runs there are.
 */
export async function walkOverdue(transaction: Transaction, rules: readonly Overdue[]): Promise<Judged[]> {
  if (rules.length === 0) return [];
  const [{ walked_to, found: stored } = { walked_to: 0, found: '[]' }] = await transaction<
    { walked_to: number; found: string }[]
  >`select walked_to, found from alert_look`;
  const { found, last } = await findOverdue(transaction, rules, walked_to);
  const all = [...readStored<Found[]>(stored), ...found];
  await transaction`
    update alert_look set walked_to = ${last ?? 0},
      found = ${stringifyJson(last === undefined ? [] : all)}::jsonb`;
  if (last !== undefined) return [];
  return rules.map(({ key, since }) => ({
    key,
    holding: summed(all.filter((one) => one.key === key && one.since === since)),
  }));
}

/** Finds runs that have not ended in time among the next active runs. `last`: there are more behind this one. */
export async function findOverdue(
  database: Database | Transaction,
  rules: readonly Overdue[],
  after: number,
): Promise<{ found: Found[]; last: number | undefined }> {
  const times = [...new Set(rules.map(({ condition }) => condition.afterInMs))].toSorted((a, b) => a - b);
  const rows = await database<AgeRow[]>`
    with page as materialized (
      select task_key, type, extract(epoch from now() - queued_on)::float8 * 1000 as age,
        status = 'scheduled' or paused_status is not distinct from 'scheduled' as is_early
      from active_run where task_key > ${after} order by task_key limit ${mostPassed}
    )
    select null as type, 0 as passed_times, count(*) as count, 0::float8 as oldest, max(task_key) as last from page
    union all
    select type, width_bucket(age, ${times}::float8[]), count(*), max(age), 0 from page
    where not is_early and type <> ${alertTaskType} and age >= ${times[0] ?? 0}::float8 group by 1, 2`;
  const [page] = rows.filter(({ type }) => type === null);
  const found = rules.flatMap(({ key, since, condition }) => {
    const { type: pattern, afterInMs } = condition;
    if (pattern === undefined) return [];
    const passed = times.indexOf(afterInMs) + 1;
    return rows.flatMap(({ type, passed_times, count, oldest }) =>
      type !== null && passed_times >= passed && isOfType(pattern, type)
        ? [{ key, since, id: type, count, value: oldest }]
        : [],
    );
  });
  const isEnd = page === undefined || page.count < mostPassed;
  return {
    found: [...found, ...(isEnd ? await findTasks(database, rules) : [])],
    last: isEnd ? undefined : (page.last ?? undefined),
  };
}

/** The rules about one task need no walk. */
async function findTasks(database: Database | Transaction, rules: readonly Overdue[]): Promise<Found[]> {
  const ofTask = rules.filter(({ condition }) => condition.task !== undefined);
  if (ofTask.length === 0) return [];
  return database<Found[]>`
    select r.key, r.since, r.id, 1 as count, extract(epoch from now() - a.queued_on)::float8 * 1000 as value
    from unnest(${ofTask.map(({ key }) => key)}::bigint[], ${ofTask.map(({ since }) => since)}::text[],
      ${ofTask.map(({ condition }) => condition.task ?? '')}::text[],
      ${ofTask.map(({ condition }) => condition.afterInMs)}::bigint[]) as r (key, since, id, after_in_ms)
    join task t on t.id = r.id join active_run a on a.task_key = t.key
    where a.status <> 'scheduled' and a.paused_status is distinct from 'scheduled'
      and a.queued_on <= now() - r.after_in_ms * interval '1 ms'`;
}

/** Joins what several looks found of the same type. */
function summed(found: readonly Found[]): AlertFinding[] {
  return [...Map.groupBy(found, ({ id }) => id)].map(([id, parts]) => ({
    id,
    count: parts.reduce((sum, { count }) => sum + count, 0),
    value: Math.max(...parts.map(({ value = 0 }) => value)),
  }));
}
