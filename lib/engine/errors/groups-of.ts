import { messageShape, stepShape, type TaskError } from '#contract';
import { readStored, type Transaction } from '#database';
import { heatAfter } from './heat.ts';
import type { FailureRow } from './take-failures.ts';

/** The group of a fingerprint. `isNew`: it was made for it just now. */
export type GroupOf = { id: string; isNew: boolean };

type ErrorRow = { fingerprint: string; type: string; error: string; is_sensitive: boolean };

/** Returns the group of each fingerprint. A fingerprint without one begins a group, or joins one of older rules. */
export async function groupsOf(
  transaction: Transaction,
  rows: readonly FailureRow[],
): Promise<ReadonlyMap<string, GroupOf>> {
  const groups = new Map<string, GroupOf>();
  const known = await transaction<{ fingerprint: string; group_id: string }[]>`
    select fingerprint, group_id from error_fingerprint
    where fingerprint = any(${rows.map((row) => row.fingerprint)}::text[])`;
  for (const { fingerprint, group_id } of known) groups.set(fingerprint, { id: group_id, isNew: false });
  const first = new Map<string, FailureRow>();
  for (const row of rows)
    if (!groups.has(row.fingerprint)) first.set(row.fingerprint, first.get(row.fingerprint) ?? row);
  if (first.size > 0)
    for (const [fingerprint, group] of await addGroups(transaction, [...first.values()]))
      groups.set(fingerprint, group);
  return groups;
}

/** A failure whose task was deleted meanwhile gets no group. */
async function addGroups(transaction: Transaction, rows: readonly FailureRow[]): Promise<Map<string, GroupOf>> {
  const errors = await transaction<ErrorRow[]>`
    select f.fingerprint, t.type, r.error,
      t.sensitive is not null or coalesce(tt.sensitive <> '{}', false) as is_sensitive
    from unnest(${rows.map((row) => row.fingerprint)}::text[], ${rows.map((row) => row.last[0])}::bigint[],
      ${rows.map((row) => row.last[1])}::bigint[]) as f (fingerprint, task_key, run_count)
    join run r on r.task_key = f.task_key and r.run_count = f.run_count and r.error is not null
    join task t on t.key = r.task_key left join task_type tt on tt.type = t.type`;
  const errorOf = new Map(errors.map((row) => [row.fingerprint, row]));
  const drafts = rows.flatMap((row) => {
    const found = errorOf.get(row.fingerprint);
    if (found === undefined) return [];
    const { name, message, step: thrownIn = null, code = null } = readStored<TaskError>(found.error);
    const step = thrownIn === null ? null : stepShape(thrownIn);
    const title = found.is_sensitive ? null : messageShape(message);
    return [{ row, type: found.type, name, step, thrownIn, code, title }];
  });
  const made = await transaction<{ fingerprint: string; group_id: string }[]>`
    with draft as (
      select * from unnest(${drafts.map(({ row }) => row.fingerprint)}::text[], ${drafts.map(({ type }) => type)}::text[],
        ${drafts.map(({ step }) => step)}::text[], ${drafts.map(({ thrownIn }) => thrownIn)}::text[],
        ${drafts.map(({ name }) => name)}::text[],
        ${drafts.map(({ code }) => code)}::text[], ${drafts.map(({ title }) => title)}::text[],
        ${drafts.map(({ row }) => row.first_on)}::timestamptz[], ${drafts.map(({ row }) => row.last_on)}::timestamptz[],
        ${drafts.map(({ row }) => row.last[0])}::bigint[], ${drafts.map(({ row }) => row.last[1])}::bigint[],
        ${drafts.map(({ row }) => heatAfter(undefined, row.count, new Date(row.last_on)))}::float8[])
        as d (fingerprint, type, step, thrown_in, error_name, code, title, first_on, last_on, task_key, run_count, heat)
    ), placed as (
      select d.*, coalesce(older.id, d.fingerprint) as group_id from draft d
      left join lateral (
        select g.id from error_group g
        where g.type = d.type and g.error_name = d.error_name and g.title = d.title
          and (g.step is not distinct from d.step or g.step = d.thrown_in) and g.code is not distinct from d.code
          and split_part(g.id, '-', 1) <> split_part(d.fingerprint, '-', 1)
        order by g.last_seen_on desc limit 1
      ) older on true
    ), grouped as (
      insert into error_group (id, type, step, error_name, code, title, first_seen_on, last_seen_on, last_task_key,
        last_run_count, heat)
      select fingerprint, type, step, error_name, code, title, first_on, last_on, task_key, run_count, heat
      from placed where group_id = fingerprint
    )
    insert into error_fingerprint (fingerprint, group_id) select fingerprint, group_id from placed
    returning fingerprint, group_id`;
  return new Map(
    made.map(({ fingerprint, group_id }) => [fingerprint, { id: group_id, isNew: fingerprint === group_id }]),
  );
}
