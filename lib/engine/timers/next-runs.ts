import { mapInTurns, schedule as scheduleSchema } from '#contract';
import { changeNotice, channels, type Database } from '#database';
import { nextOccurrence } from '../schedules/next-occurrence.ts';

const batchSize = 500;

/**
 * Creates the next run of tasks with a schedule whose run has ended, at the first occurrence after now and not before its `startOn`. Missed
 * occurrences count as one, and runs never overlap. A cancelled task stays ended until it is rerun. With `keys`, only
 * for these tasks; otherwise for all, which covers what a crash left behind.
 */
export async function createNextRuns(database: Database, keys?: readonly number[]): Promise<number> {
  let created = 0;
  for (let after: number | undefined = 0; after !== undefined; ) {
    const batch: Batch = await createBatch(database, keys, after);
    created += batch.created;
    after = batch.last;
  }
  return created;
}

/** `last`: there may be more tasks behind this one. */
type Batch = { created: number; last: number | undefined };

/** The same of the first tasks after a key. Those whose schedule has no further occurrence are passed. */
async function createBatch(database: Database, keys: readonly number[] | undefined, after: number): Promise<Batch> {
  return database.begin(async (transaction) => {
    const ended = await transaction<
      { key: number; id: string; schedule: string; start_on: string | null; now: string }[]
    >`
      select t.key, t.id, t.schedule, t.start_on, now()::timestamptz(3) as now
      from task t join run r on r.task_key = t.key
      where t.schedule is not null and t.key > ${after} and ${keys === undefined ? transaction`true` : transaction`t.key = any(${[...keys]}::bigint[])`}
        and coalesce((t.schedule ->> 'until')::timestamptz >= now(), true)
        and r.is_current and r.status <> 'cancelled'
        and not exists (select from active_run a where a.task_key = t.key)
      order by t.key limit ${batchSize} for update of t, r skip locked`;
    const found = await mapInTurns(ended, ({ key, id, schedule, start_on: startOn, now }) => {
      const dueOn = nextOccurrence(scheduleSchema.parse(JSON.parse(schedule)), now, startOn);
      return dueOn === undefined ? [] : [{ key, id, dueOn }];
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
