import { mapInTurns, schedule as scheduleSchema } from '#contract';
import { changeNotice, channels, type Database } from '#database';
import { nextOccurrence } from '../schedules/next-occurrence.ts';

const batchSize = 500;

type Options = {
  /** Only for these tasks; otherwise for all, which covers what a crash left behind. */
  keys?: readonly number[];
  /** Called with the failure of a schedule that this process cannot read. The others are not held up. */
  onTrouble?(error: Error): void;
};

/**
 * Creates the next run of tasks with a schedule whose run has ended: at the first occurrence after now and after the run before
 * was queued, and not before its `startOn`. Missed occurrences count as one, and runs never overlap. A cancelled task stays
 * ended until it is rerun.
 */
export async function createNextRuns(database: Database, options: Options = {}): Promise<number> {
  let created = 0;
  for (let after: number | undefined = 0; after !== undefined; ) {
    const batch: Batch = await createBatch(database, options, after);
    created += batch.created;
    after = batch.last;
  }
  return created;
}

/** `passed_on`: the occurrences up to then are over. A clock that was set back brings none of them again. */
type EndedRow = { key: number; id: string; schedule: string; start_on: string | null; passed_on: string };

/** `last`: there may be more tasks behind this one. */
type Batch = { created: number; last: number | undefined };

/** The same of the first tasks after a key. Those whose schedule has no further occurrence are passed. */
async function createBatch(database: Database, { keys, onTrouble }: Options, after: number): Promise<Batch> {
  return database.begin(async (transaction) => {
    const ended = await transaction<EndedRow[]>`
      select t.key, t.id, t.schedule, t.start_on, greatest(now(), r.queued_on) as passed_on
      from task t join run r on r.task_key = t.key
      where t.schedule is not null and t.key > ${after} and ${keys === undefined ? transaction`true` : transaction`t.key = any(${[...keys]}::bigint[])`}
        and coalesce((t.schedule ->> 'until')::timestamptz >= now(), true)
        and r.is_current and r.status <> 'cancelled'
        and not exists (select from active_run a where a.task_key = t.key)
      order by t.key limit ${batchSize} for update of t, r skip locked`;
    const found = await mapInTurns(ended, (row) => {
      const dueOn = occurrenceAfter(row, onTrouble);
      return dueOn === undefined ? [] : [{ key: row.key, id: row.id, dueOn }];
    });
    const next = found.flat();
    const last = ended.length < batchSize ? undefined : ended.at(-1)?.key;
    if (next.length === 0) return { created: 0, last };
    await transaction`
      with next as (
        select * from unnest(${next.map(({ key }) => key)}::bigint[], ${next.map(({ dueOn }) => dueOn)}::timestamptz[]) n (key, due_on)
      ), past as (
        update run r set is_current = false from next where r.task_key = next.key and r.is_current
        returning r.task_key, r.run_count, next.due_on
      ), no_error as (
        delete from search_text s using next where s.task_key = next.key and s.kind = 'e'
      ), created as (
        insert into active_run (task_key, run_count, status, trigger, triggered_by, type, queue, priority,
          concurrency_key, concurrency_limit, due_on)
        select t.key, past.run_count + 1, 'scheduled', 'schedule', 'schedule', t.type, t.queue, t.priority,
          t.concurrency_key, t.concurrency_limit, past.due_on
        from past join task t on t.key = past.task_key
      )
      select pg_notify(${channels.change}, ${changeNotice({ ids: next.map(({ id }) => id) })})`;
    return { created: next.length, last };
  });
}

function occurrenceAfter(
  { id, schedule, start_on: startOn, passed_on: passedOn }: EndedRow,
  onTrouble: Options['onTrouble'],
): string | undefined {
  try {
    return nextOccurrence(scheduleSchema.parse(JSON.parse(schedule)), passedOn, startOn);
  } catch (error) {
    onTrouble?.(new Error(`the schedule of task "${id}" cannot be read here: ${textOf(error)}`, { cause: error }));
    return undefined;
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
