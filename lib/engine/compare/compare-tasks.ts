import {
  type Bounds,
  comparedTasks,
  type JsonValue,
  pointersBelow,
  redact,
  type TaskComparison,
  type TaskComparisonFilter,
  type TaskListFilter,
  Turn,
} from '#contract';
import { type Database, readStored } from '#database';
import { overOf, type ReadingBounds } from '../reading-bounds.ts';
import { insideBounds } from '../rows/inside-bounds.ts';
import { findTasks } from '../tasks/list/find-tasks.ts';
import { mostDifferent, rankDifferences } from './rank-differences.ts';
import { readAhead } from './read-ahead.ts';
import { smallInput } from './small-input.ts';
import { countStepTimes } from './step-times.ts';
import { type Side, Tally } from './tally.ts';
import { tellTask } from './tell-task.ts';
import { WorkerVersions } from './worker-versions.ts';

/** Half of the tasks may be those that match. */
const mostMatching = comparedTasks / 2;

type TaskRow = {
  type: string;
  queue: string;
  worker: string | null;
  started: number | null;
  queued: number | null;
  ended: number | null;
  tags: string | null;
  input: string | null;
  sensitive: string[] | null;
};

/** A comparison, and the sensitive pointers whose values it can show. */
type ComparedTasks = { comparison: TaskComparison; shown: string[] };

/**
 * Compares the tasks that match a filter with succeeded tasks of the same types, or with the rest. `mayShow`: whether sensitive values take
 * part. `hasSteps`: whether the times of steps do. `reached` narrows the others; the filter is narrowed already. Reads the newest of each side, at most 100,000 tasks, for 10 seconds.
 */
export async function compareTasks(
  database: Database,
  filter: TaskComparisonFilter,
  reading: { mayShow: boolean; hasSteps: boolean },
  bounds: ReadingBounds = {},
  reached?: Bounds,
): Promise<ComparedTasks> {
  const { othersEndedAfter, othersEndedBefore, ...selected } = filter;
  const matching = await findNewest(database, selected, mostMatching);
  const most = comparedTasks - matching.keys.length;
  const rest = { ...selected, endedAfter: othersEndedAfter, endedBefore: othersEndedBefore };
  const others =
    othersEndedAfter === undefined
      ? await findSucceeded(database, matching.keys, most, reached)
      : await findRest(database, rest, matching.keys, most);
  const tally = new Tally();
  const shown = new Set<string>();
  const add = (side: Side, keys: readonly number[]) => {
    const isOver = overOf({ ...bounds, budgetMs: (bounds.budgetMs ?? 10_000) / 2 });
    return addTasks(database, tally, side, keys, reading.mayShow, shown, isOver);
  };
  const totals = { matching: await add('matching', matching.keys), others: await add('others', others.keys) };
  const fields = rankDifferences(tally, totals);
  if (reading.hasSteps) {
    const isOver = overOf({ ...bounds, budgetMs: (bounds.budgetMs ?? 10_000) / 5 });
    const steps = await countStepTimes(database, { matching: matching.keys, others: others.keys }, isOver);
    fields.push(...rankDifferences(steps.tally, steps.totals).map((field) => ({ ...field, of: steps.totals })));
  }
  return {
    shown: [...shown],
    comparison: {
      matching: { count: totals.matching, isSampled: matching.isMore || totals.matching < matching.keys.length },
      others: { count: totals.others, isSampled: others.isMore || totals.others < others.keys.length },
      fields: mostDifferent(fields),
    },
  };
}

type Keys = { keys: number[]; isMore: boolean };
type Selected = Omit<TaskListFilter, 'maxPageSize' | 'orderBy'>;

/** In the order of their ends where a time of ending is given: in another, tasks outside that time are read first. */
async function findNewest(database: Database, filter: Selected, most: number): Promise<Keys> {
  const orderBy =
    filter.endedAfter === undefined && filter.endedBefore === undefined ? 'createdOn desc' : 'endedOn desc';
  const { found, next } = await findTasks(database, { ...filter, maxPageSize: 1, orderBy }, undefined, most);
  return { keys: found.map(({ key }) => key), isMore: next !== undefined };
}

/** The newest tasks that match a filter whatever their durations, without these. */
async function findRest(database: Database, filter: Selected, without: readonly number[], most: number): Promise<Keys> {
  const { keys, isMore } = await findNewest(database, { ...filter, ...anyDuration }, most + without.length);
  const given = new Set(without);
  const rest = keys.filter((key) => !given.has(key));
  return { keys: rest.slice(0, most), isMore: isMore || rest.length > most };
}

const anyDuration = {
  minimumRunTimeInMs: undefined,
  maximumRunTimeInMs: undefined,
  minimumQueueWaitInMs: undefined,
  maximumQueueWaitInMs: undefined,
  minimumStepTimeInMs: undefined,
  maximumStepTimeInMs: undefined,
};

/** The newest succeeded tasks of the types of these tasks, without these. */
async function findSucceeded(
  database: Database,
  keys: readonly number[],
  limit: number,
  reached: Bounds | undefined,
): Promise<Keys> {
  const rows = await database<{ key: number }[]>`
    with given as materialized (select unnest(${[...keys]}::bigint[]) as key),
    kind as materialized (select distinct type from task join given using (key))
    select newest.key from kind cross join lateral (
      select t.key from task t where t.type = kind.type ${insideBounds(database, reached)} order by t.key desc limit ${limit + mostMatching + 1}
    ) newest
    join run r on r.task_key = newest.key and r.is_current and r.status = 'succeeded'
    where newest.key not in (select key from given)
    order by newest.key desc limit ${limit + 1}`;
  return { keys: rows.slice(0, limit).map(({ key }) => key), isMore: rows.length > limit };
}

/** Counts tasks in batches until it is over. Resolves with how many were counted. */
async function addTasks(
  database: Database,
  tally: Tally,
  side: Side,
  keys: readonly number[],
  mayShow: boolean,
  shown: Set<string>,
  isOver: () => boolean,
): Promise<number> {
  const turn = new Turn();
  const versions = new WorkerVersions(database);
  const readBatch = async (batch: readonly number[]) => {
    const read = await readTasks(database, batch);
    await versions.read(read);
    return { read, bytes: read.reduce((sum, { input }) => sum + (input?.length ?? 0), 0) };
  };
  for await (const { from, read } of readAhead(keys, readBatch)) {
    if (from > 0 && isOver()) return from;
    for (const row of read) {
      const pointers = row.sensitive === null ? [] : pointersBelow('/input', row.sensitive);
      if (mayShow) for (const pointer of pointers) shown.add(`/input${pointer}`);
      const stored = readStored<JsonValue>(row.input);
      const input = mayShow || stored === undefined || pointers.length === 0 ? stored : await redact(stored, pointers);
      tally.begin(side);
      tellTask(tally, {
        type: row.type,
        queue: row.queue,
        worker: row.worker,
        version: versions.at(row, row.ended),
        startedOn: row.started,
        queuedOn: row.queued,
        endedOn: row.ended,
        tags: readStored<Record<string, string>>(row.tags) ?? {},
        input,
      });
      if (turn.isOver()) await turn.next();
    }
  }
  return keys.length;
}

/** The keys stand beside both tables: a join alone would read every current run for each batch. */
async function readTasks(database: Database, keys: readonly number[]): Promise<TaskRow[]> {
  if (keys.length === 0) return [];
  const inMs = (time: string) => database`round(date_part('epoch', ${database(time)}) * 1000)`;
  return database<TaskRow[]>`
    select t.type, t.queue, r.worker, ${inMs('r.started_on')} as started, ${inMs('r.queued_on')} as queued,
      ${inMs('r.ended_on')} as ended, t.tags, ${smallInput(database, database`case when i.is_given then i.input else t.input end`)} as input,
      nullif(coalesce(t.sensitive, '{}') || coalesce(tt.sensitive, '{}'), '{}') as sensitive
    from task t left join task_type tt on tt.type = t.type
    left join run r on r.task_key = t.key and r.is_current and r.task_key = any(${[...keys]}::bigint[])
    left join lateral (
      select input, true as is_given from task_input where task_key = t.key order by from_run_count desc limit 1) i on true
    where t.key = any(${[...keys]}::bigint[])`;
}
