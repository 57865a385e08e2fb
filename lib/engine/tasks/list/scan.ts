import type { Database } from '#database';
import { type Conditions, joinRuns } from './conditions.ts';
import type { Cursor, ScannedRow, Source } from './sources.ts';

/** Rows looked at in one statement; each next one takes more. */
const firstChunk = 500;
const largestChunk = 20_000;
/** A filter that matches little of what must be scanned gives a short page rather than a slow one. */
const timeBudgetMs = 1_000;

/** A task that was found, and where a list would continue after it. */
export type Found = { key: number; cursor: Cursor };

export type Scan = { found: Found[]; next: Cursor | undefined };

/**
 * The first `want` keys after a cursor that meet the conditions, over sources read one after the other. `next`
 * continues; a page that ran out of time is short, even empty, and has one too.
 */
export async function scan(
  database: Database,
  sources: readonly Source[],
  conditions: Conditions | undefined,
  start: Cursor | undefined,
  want: number,
): Promise<Scan> {
  const deadline = performance.now() + timeBudgetMs;
  const found: Found[] = [];
  let index = start === undefined ? 0 : sources.findIndex((source) => source.name === start.p);
  let after = start;
  let scanned = 0;
  const smallest = conditions === undefined ? want + 1 : Math.max(firstChunk, (want + 1) * 2);
  let chunk = smallest;
  while (index >= 0 && index < sources.length) {
    const source = sources[index];
    if (source === undefined) break;
    const rows = await readChunk(database, source, conditions, after, chunk, want + 1 - found.length);
    for (const row of rows) if (row.is_match) found.push({ key: row.key, cursor: source.cursor(row) });
    if (found.length > want) return { found: found.slice(0, want), next: found[want - 1]?.cursor };
    const last = rows.find((row) => !row.is_match);
    scanned += last?.n ?? 0;
    if (last === undefined || last.n < chunk) {
      const next = sources[index + 1];
      after = next?.name === source.name && last !== undefined ? source.cursor(last) : after;
      if (next?.name !== source.name) after = undefined;
      index += 1;
      chunk = smallest;
    } else {
      after = source.cursor(last);
      if (source.handsOver?.(scanned, last)) index += 1;
      if (performance.now() > deadline) return { found, next: after };
      chunk = Math.min(largestChunk, chunk * 4);
    }
  }
  return { found, next: undefined };
}

/**
 * The matches of one chunk in order, then its last row whether or not it matches: `n` counts what was scanned.
 * `offset 0` keeps the planner to one look at an index for each row: it cannot know how few they are.
 */
function readChunk(
  database: Database,
  source: Source,
  conditions: Conditions | undefined,
  after: Cursor | undefined,
  limit: number,
  want: number,
) {
  const filtered =
    conditions === undefined
      ? database`select s.* from scanned s order by s.n limit ${want}`
      : database`select s.* from scanned s
          cross join lateral (select * from task where key = s.key offset 0) t
          ${conditions.needsRuns ? joinRuns(database) : database``}
          where true ${conditions.sql} order by s.n limit ${want}`;
  return database<ScannedRow[]>`
    with scanned as materialized (
      select s.*, row_number() over () as n from (${source.select(after, limit)}) s
    ), matched as (${filtered})
    select key, id, ended_on, n, true as is_match from matched
    union all (select key, id, ended_on, n, false from scanned order by n desc limit 1)
    order by is_match desc, n`;
}
