import { afterAll, beforeAll, expect, test } from 'vitest';
import { taskHistoryListQuery, timelineQuery } from '#contract';
import { connect, type Database } from '#database';
import { createTestDatabase } from '#database/testing';
import { started } from '../../contract/testing/started.ts';
import { getTimeline } from '../fleet/get-timeline.ts';
import { explainWaits } from '../reasons/explain-waits.ts';
import { readTasks } from '../rows/task-row.ts';
import { listHistory } from './list-history.ts';

const own = started(createTestDatabase, 'drop');
let database: Database;

const runs = 200;
const longSteps = 20_000;

beforeAll(async () => {
  database = connect(own.url, { connections: 1 });
  await database`
    insert into task (id, type, queue, priority, created_by, modified_by) values ('long', 'a', 'default', 0, 'a', 'a')`;
  await database`
    insert into run (task_key, run_count, is_current, status, trigger, triggered_by, attempt, queued_on, started_on,
      ended_on, worker)
    select key, n, n = ${runs}, 'succeeded', 'rerun', 'a', 1, now(), now(), now() + n * interval '1 ms', 'one'
    from task, generate_series(1, ${runs}::integer) n`;
  await database`
    insert into step (task_key, run_count, sequence, name, kind, status, started_on, ended_on, worker)
    select key, 1, n, 'a', 'step', case when n % 4 = 0 then 'failed' else 'succeeded' end::step_status, now(), now(), 'one'
    from task, generate_series(1, ${longSteps}::integer) n`;
  await database`
    insert into external_event (task_key, name, data, raised_by, run_count)
    select key, 'other', '{}', 'a', 1 from task, generate_series(1, ${longSteps}::integer) n`;
  await own.owner`analyze step`;
  await own.owner`analyze external_event`;
});

afterAll(() => database.end());

/** How many rows of steps and events are looked at. */
async function looked(read: () => Promise<unknown>): Promise<number> {
  const count = async () => {
    await database`select pg_stat_force_next_flush()`;
    const [row] = await database<{ rows: number }[]>`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as rows from pg_stat_user_tables
      where relname in ('step', 'external_event')`;
    return row?.rows ?? 0;
  };
  const before = await count();
  await read();
  return (await count()) - before;
}

test('the steps of a long run are counted once for a page of the history, not once for each run', async () => {
  const filter = taskHistoryListQuery.parse({ maxPageSize: '1000' });
  const rows = await looked(async () => {
    const { value } = await listHistory(database, 'long', filter);
    expect(value).toHaveLength(runs);
    expect(value.find(({ runCount }) => runCount === 1)?.stepCounts).toEqual({
      total: longSteps,
      succeeded: longSteps * 0.75,
      failed: longSteps / 4,
      active: 0,
    });
    expect(value.find(({ runCount }) => runCount === 2)?.stepCounts).toMatchObject({ total: 0 });
  });
  expect(rows).toBeLessThanOrEqual(longSteps * 2);
});

test('a timeline looks at the steps of each run, and not at those of others', async () => {
  const rows = await looked(() => getTimeline(database, timelineQuery.parse({ by: 'worker' })));
  expect(rows).toBeLessThanOrEqual(longSteps * 2);
});

test('why tasks wait is told without the events and steps of a task that has most of them', async () => {
  const keys = await database<{ key: number }[]>`
    with waiting as (
      insert into task (id, type, queue, priority, created_by, modified_by)
      select 'waits ' || n, 'a', 'default', 0, 'a', 'a' from generate_series(1, 50) n returning key
    )
    insert into active_run (task_key, run_count, type, queue, priority, status, trigger, triggered_by, attempt, queued_on,
      started_on, wait_kind, wait_name)
    select key, 1, 'a', 'default', 0, 'waiting', 'create', 'a', 1, now(), now(), 'event', 'go' from waiting
    returning task_key as key`;
  const tasks = await readTasks(
    database,
    keys.map(({ key }) => key),
  );
  const rows = await looked(async () => expect((await explainWaits(database, tasks)).size).toBe(50));
  expect(rows).toBe(0);
});
