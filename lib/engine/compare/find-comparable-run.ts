import { type ComparableRun, type JsonValue, mapInTurns, pointersBelow, redact } from '#contract';
import { type Database, readStored, readWithin, type Transaction } from '#database';
import { findRun } from '../history/get-run.ts';
import { inputFields } from './input-fields.ts';
import { smallInput } from './small-input.ts';

/** How many of the newest runs of the task, and of the newest tasks of its type, are looked at. */
const runsLookedAt = 10_000;
const tasksLookedAt = 2_000;
const mostCandidates = 200;
const none: ReadonlySet<string> = new Set();
const timeLimitMs = 5_000;

type Fields = ReturnType<typeof inputFields>;
type Candidate = { id: string; run_count: number; input: string | null; sensitive: string[] };

/**
 * Returns the succeeded run to compare a run with: the last of the same task, otherwise of the newest tasks of its type
 * the one with the most similar input. Sensitive values take no part. None is found either when the search takes too
 * long. Throws `TaskNotFound`, `RunNotFound`.
 */
export async function findComparableRun(
  database: Database,
  id: string,
  runCount: bigint,
  limitMs = timeLimitMs,
): Promise<ComparableRun> {
  const given = await findRun(database, id, runCount);
  const found = await readWithin(database, limitMs, async (transaction) => {
    const own = await readOwn(transaction, given);
    return own === undefined ? { inputs: await readInputs(transaction, given) } : { own };
  });
  if (found?.own !== undefined) return { run: { taskId: id, runCount: found.own }, basis: 'task' };
  const [compared, ...candidates] = found?.inputs ?? [];
  if (compared === undefined || candidates.length === 0) return {};
  const wanted = await visibleFields(compared);
  const ranked = await mapInTurns(candidates, async (candidate) => ({
    candidate,
    similarity: similarityOf(wanted, await visibleFields(candidate)),
  }));
  const { candidate, similarity } = ranked.reduce((best, one) => (one.similarity > best.similarity ? one : best));
  return { run: { taskId: candidate.id, runCount: candidate.run_count }, basis: 'type', similarity };
}

type Given = { taskKey: number; runCount: number };

/** Reads the number of the last succeeded run of the same task. */
async function readOwn(database: Transaction, { taskKey, runCount }: Given): Promise<number | undefined> {
  const [own] = await database<{ run_count: number }[]>`
    select run_count from (
      select run_count, status from run where task_key = ${taskKey} order by run_count desc limit ${runsLookedAt}
    ) newest where status = 'succeeded' and run_count <> ${runCount} order by run_count desc limit 1`;
  return own?.run_count;
}

/** Reads the input of the given run first, then those of succeeded tasks of its type, newest first. */
function readInputs(database: Transaction, { taskKey, runCount }: Given) {
  return database<Candidate[]>`
    with newest as materialized (
      select t.key from task t where t.type = (select type from task where key = ${taskKey})
      order by t.key desc limit ${tasksLookedAt}
    ), chosen as (
      (select ${taskKey}::bigint as key, ${runCount}::bigint as run_count, 0 as place)
      union all
      (select r.task_key, r.run_count, 1 from newest join run r on r.task_key = newest.key and r.is_current
        where r.status = 'succeeded' and r.task_key <> ${taskKey} order by r.task_key desc limit ${mostCandidates})
    )
    select t.id, c.run_count, coalesce(t.sensitive, '{}') || coalesce(tt.sensitive, '{}') as sensitive,
      ${smallInput(database, database`given.input`)} as input
    from chosen c join task t on t.key = c.key left join task_type tt on tt.type = t.type
    left join lateral (
      select input, true as is_given from task_input
      where task_key = t.key and from_run_count <= c.run_count order by from_run_count desc limit 1) i on true
    cross join lateral (select case when i.is_given then i.input else t.input end as input) given
    order by c.place, t.key desc`;
}

async function visibleFields({ input, sensitive }: Candidate): Promise<Fields> {
  const value = readStored<JsonValue>(input);
  return inputFields(value === undefined ? undefined : await redact(value, pointersBelow('/input', sensitive)));
}

/** The share of equal values among all values of both sides (Jaccard). */
function similarityOf(one: Fields, other: Fields): number {
  let shared = 0;
  let all = 0;
  for (const field of new Set([...one.keys(), ...other.keys()])) {
    const [left, right] = [one.get(field) ?? none, other.get(field) ?? none];
    const both = left.intersection(right).size;
    shared += both;
    all += left.size + right.size - both;
  }
  return all === 0 ? 1 : shared / all;
}
