import type { KeptData } from '#contract';
import type { Database } from '#database';
import type { Verb } from '../verb.ts';
import { countRows } from './count-rows.ts';
import { type KeptKind, keptKinds } from './kept-kinds.ts';

const previewedDays = [7, 30, 90, 365];

export const getRetention: Verb<'GetRetention'> = async ({ database, config }) => {
  const kinds = keptKinds(database, config);
  const [estimates, [time]] = await Promise.all([
    readEstimates(database, kinds),
    database<{ now: string }[]>`select now()::timestamptz(3) as now`,
  ]);
  if (time === undefined) throw new Error('a select without a table returns a row');
  const value: KeptData[] = [];
  for (const kind of kinds) value.push(await describeKind(database, kind, estimates)); // one connection is enough
  return { readOn: time.now, value };
};

async function describeKind(
  database: Database,
  kept: KeptKind,
  estimates: ReadonlyMap<string, number>,
): Promise<KeptData> {
  const { kind, setBy, variable, days, table, oldest, due, older } = kept;
  const [first] = await database<{ at: string | null }[]>`
    select at::timestamptz(3) from (${oldest}) found limit 1`;
  const previews: KeptData['previews'] = [];
  if (older !== undefined)
    for (const of of previewedDays) {
      const { count, isCapped } = await countRows(database, older(of));
      previews.push({ days: of, count, isCapped });
    }
  const counted = due === undefined ? undefined : await countRows(database, due);
  return {
    kind,
    setBy,
    ...(variable !== undefined && { variable }),
    ...(days !== undefined && { days }),
    rows: table === undefined ? (await countRows(database, oldest)).count : (estimates.get(table) ?? 0),
    ...(first?.at && { oldestOn: first.at }),
    ...(counted !== undefined && { due: counted }),
    previews,
  };
}

/** Rows by table as PostgreSQL's statistics know them. */
async function readEstimates(database: Database, kinds: readonly KeptKind[]): Promise<Map<string, number>> {
  const names = kinds.flatMap(({ table }) => table ?? []);
  const rows = await database<{ name: string; rows: number }[]>`
    select relname as name, n_live_tup as rows from pg_stat_user_tables
    where schemaname = current_schema() and relname = any(${names})`;
  return new Map(rows.map(({ name, rows }) => [name, rows]));
}
