import { type LogLevel, type LogSearchFilter, pathOf } from '#contract';
import { type Database, type Fragment, isOfRemovedRun, jsonBytes } from '#database';
import { textAt } from '../rows/text-at.ts';
import { logConditions } from './log-conditions.ts';
import type { LogRow } from './log-entry-record.ts';
import { type LogRuns, taskConditions } from './log-tasks.ts';

export type FoundLogRow = LogRow & { task_id: string; type: string; run_count: number; page_bytes: number };

/** Ids from the first, included, to the second, excluded. */
export type IdRange = { from: number; until: number };

type EntryFilter = Omit<LogSearchFilter, 'maxPageSize' | 'continuationToken' | 'after'>;

/** Selects the newest matching entries of a range of ids, at most `limit`. Reads no entry outside of the range. */
export function matchingEntries(
  database: Database,
  filter: EntryFilter,
  runs: LogRuns | undefined,
  { from, until }: IdRange,
  limit: number,
): Fragment {
  const columns = database`l.id, t.id as task_id, t.type, l.run_count, l.attempt, l.sequence, l.level, l.message, l.fields,
    l.logged_on, l.written_by, ${jsonBytes(database, 'message', 'fields')} as page_bytes`;
  const inRange = database`l.id >= ${from} and l.id < ${until} ${ofIndexedLevels(database, filter.level)}
    ${entryConditions(database, filter)}`;
  if (runs === undefined)
    return database`
      select ${columns} from log_entry l ${joinTask(database)}
      where ${inRange} ${taskConditions(database, filter)} order by l.id desc limit ${limit}`;
  return database`
    select ${columns} from unnest(${runs.taskKeys}::bigint[], ${runs.runCounts}::bigint[]) of_run (task, count)
    cross join lateral (
      select * from log_entry l where l.task_key = of_run.task and l.run_count = of_run.count and ${inRange}
      order by l.task_key desc, l.run_count desc, l.id desc limit ${limit}
    ) l ${joinTask(database)} order by l.id desc limit ${limit}`;
}

/** Joins the task `t` of an entry `l`. Entries that still exist of a deleted task or of a removed run have none. */
export function joinTask(database: Database): Fragment {
  const isRemoved = isOfRemovedRun(database, database`l.task_key`, database`l.run_count`);
  return database`cross join lateral (select * from task where key = l.task_key and not ${isRemoved} offset 0) t`;
}

/** The conditions of a filter on an entry `l`, without those on its task. */
export function entryConditions(database: Database, filter: EntryFilter): Fragment {
  const wanted = (filter.field ?? []).map((condition) => {
    const at = condition.indexOf('=');
    return database`or ${textAt(database, database`fields`, pathOf(condition.slice(0, at)))} = ${condition.slice(at + 1)}`;
  });
  return database`
    ${filter.loggedAfter === undefined ? database`` : database`and logged_on >= ${filter.loggedAfter}`}
    ${filter.loggedBefore === undefined ? database`` : database`and logged_on < ${filter.loggedBefore}`}
    ${logConditions(database, filter)}
    ${wanted.length === 0 ? database`` : database`and (false ${wanted})`}`;
}

/** Names the partial index that has these levels: with a parameter PostgreSQL cannot prove that it applies. */
function ofIndexedLevels(database: Database, levels: readonly LogLevel[] | undefined): Fragment {
  if (levels === undefined || levels.includes('debug') || levels.includes('info')) return database``;
  return levels.includes('warn') ? database`and level >= 'warn'` : database`and level = 'error'`;
}
