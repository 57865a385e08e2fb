import { TaskdeckError } from '#contract';
import {
  type Database,
  type Fragment,
  judgedInTime,
  longestJudgement,
  readMerging,
  readWithin,
  type Transaction,
} from '#database';
import { type Conditions, joinRuns } from './conditions.ts';
import type { Cursor, ScannedRow, Source } from './sources.ts';

/** The number of rows that the first statement scans. Each further statement scans more. */
const firstChunk = 500;
const largestChunk = 20_000;
/** The maximum time of a scan. A filter that matches little then returns a short page. */
const timeBudgetMs = 1_000;
/** The rows of the statement that follows one which took PostgreSQL too long. */
const fewestRows = 2;

/** A match, and the position after which a list continues. */
export type Found = { key: number; cursor: Cursor };

export type Scan = { found: Found[]; next: Cursor | undefined };

/** What is asked of a scan: so many matches after a cursor until a time of `performance.now`. */
export type Wanted = { start: Cursor | undefined; want: number; deadline: number };

export const deadlineOfNow = (budgetMs = timeBudgetMs): number => performance.now() + budgetMs;

/**
 * Returns the first `want` matching keys after a cursor, from sources read one after the other. `next` continues the
 * list. A page that ran out of time, or has read `mostRows`, is short, possibly empty, and also has one.
 */
export async function scan(
  database: Database,
  sources: readonly Source[],
  conditions: Conditions | undefined,
  { start, want, deadline }: Wanted,
  { judgementMs = longestJudgement, mostRows = Number.POSITIVE_INFINITY } = {},
): Promise<Scan> {
  const found: Found[] = [];
  let index = start === undefined ? 0 : sources.findIndex((source) => source.name === start.p);
  let after = start;
  let scanned = 0;
  const smallest = conditions === undefined ? want + 1 : Math.max(firstChunk, (want + 1) * 2);
  const firstOf = (source: Source | undefined) => Math.max(smallest, (source?.size ?? 0) + 1);
  let chunk = firstOf(sources[index]);
  while (index >= 0 && index < sources.length) {
    const source = sources[index];
    if (source === undefined) break;
    const startedAt = performance.now();
    const budgetMs = Math.max(0, Math.round(deadline - startedAt));
    const statement = readChunk(database, source, conditions, {
      after,
      limit: chunk,
      want: want + 1 - found.length,
      budgetMs,
    });
    const rows = await readRows(database, statement, source, conditions, budgetMs + judgementMs);
    if (rows === undefined) {
      if (scanned > 0) return { found, next: after };
      if (chunk <= fewestRows) throw new TaskdeckError('InvalidRequest', 'these inputs are too large for this filter');
      chunk = fewestRows;
      continue;
    }
    for (const row of rows) if (row.is_match) found.push({ key: row.key, cursor: source.cursor(row) });
    if (found.length > want) return { found: found.slice(0, want), next: found[want - 1]?.cursor };
    const last = rows.find((row) => !row.is_match);
    scanned += last?.n ?? 0;
    if (last === undefined || (last.n < chunk && !last.is_cut)) {
      const next = sources[index + 1];
      after = next?.name === source.name && last !== undefined ? source.cursor(last) : after;
      if (next?.name !== source.name) after = undefined;
      index += 1;
      chunk = firstOf(sources[index]);
    } else {
      after = source.cursor(last);
      const now = performance.now();
      if (scanned >= mostRows || now > deadline || last.is_cut) return { found, next: after };
      const inTime = chunk * ((deadline - now) / (now - startedAt));
      chunk = Math.max(smallest, Math.min(largestChunk, chunk * 4, Math.round(inTime)));
    }
  }
  return { found, next: undefined };
}

function readRows(
  database: Database,
  statement: Fragment,
  { isMerged }: Source,
  conditions: Conditions | undefined,
  limitMs: number,
): Promise<ScannedRow[] | undefined> {
  const read = (transaction: Transaction) => transaction<ScannedRow[]>`${statement}`;
  if (conditions?.readsInputs) return readWithin(database, limitMs, read);
  return isMerged ? readMerging(database, read) : database<ScannedRow[]>`${statement}`;
}

type Chunk = { after: Cursor | undefined; limit: number; want: number; budgetMs: number };

/**
 * Reads the matches of one chunk in order, then its last row even when it does not match. `n` numbers the scanned rows.
 * Where conditions look into values, the last row can be an earlier one, at which the time was over.
 */
function readChunk(
  database: Database,
  source: Source,
  conditions: Conditions | undefined,
  { after, limit, want, budgetMs }: Chunk,
) {
  const { matched, reached, isCut } = matchesOf(database, source, conditions, want, budgetMs);
  return database`
    with scanned as materialized (
      select s.*, row_number() over () as n from (${source.select(after, limit)}) s
    ), ${matched}
    select key, place, ended_on, n, false as is_cut, true as is_match from matched
    union all (select key, place, ended_on, n, ${isCut}, false from scanned where ${reached} order by n desc limit 1)
    order by is_match desc, n`;
}

/** `matched` as a part of `with`, and of scanned rows, whether they were judged and whether others after them were not. */
function matchesOf(
  database: Database,
  source: Source,
  conditions: Conditions | undefined,
  want: number,
  budgetMs: number,
) {
  const first = database`order by n limit ${want}`;
  const all = { reached: database`true`, isCut: database`false` };
  if (conditions === undefined) return { matched: database`matched as (select * from scanned ${first})`, ...all };
  const rows = joined(database, source, conditions);
  if (!conditions.readsInputs)
    return { matched: database`matched as (select s.* from ${rows} where true ${conditions.sql} ${first})`, ...all };
  const judged = judgedInTime(database, database`s.n`, database`(true ${conditions.sql})`, budgetMs);
  const reached = database`n < coalesce((select min(n) from judged where met is null), 'infinity'::float8)`;
  return {
    matched: database`judged as materialized (select s.*, ${judged} as met from ${rows}),
      matched as (select * from judged where met and ${reached} ${first})`,
    reached,
    isCut: database`n < (select max(n) from scanned)`,
  };
}

/**
 * The scanned rows, joined with what the conditions use. A row of ended runs is the run itself. `offset 0` keeps the planner
 * to one index probe per row, because it cannot estimate how few match.
 */
function joined(database: Database, source: Source, { needsTasks, needsRuns, sides }: Conditions) {
  const tasks = needsTasks
    ? database`cross join lateral (select * from task where key = s.key offset 0) t`
    : database``;
  const runs = source.hasEndedRuns
    ? database`cross join lateral (select s.*) r left join active_run a on false`
    : needsRuns
      ? joinRuns(database, database`s.key`, sides)
      : database``;
  return database`scanned s ${tasks} ${runs}`;
}
