import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Bounds } from '#contract';
import { createTestDatabase, type TestDatabase } from '#database/testing';
import { listEventWaits } from './list-event-waits.ts';

type Wait = { key: number; sequence: number; name: string; type: string; queue: string };

let fixture: TestDatabase;
let waits: Wait[];

beforeAll(async () => {
  fixture = await createTestDatabase();
  const { owner } = fixture;
  await owner`
    insert into task (id, type, queue, priority, created_by, modified_by)
    select 't' || n, 'type-' || n % 3, case when n % 4 = 0 then 'slow' else 'default' end, 0, 'x', 'x'
    from generate_series(1, 120) n order by n`;
  // Of seven runs, one sleeps, one waits for two events and a sleep, and the others for one event.
  await owner`
    insert into active_run (task_key, run_count, status, trigger, triggered_by, type, queue, priority, wait_kind,
      wait_sequence, wait_name, waiting_since)
    select key, 1, 'waiting', 'create', 'x', type, queue, 0, (case when key % 7 = 0 then 'sleep' else 'event' end)::step_kind,
      case when key % 7 = 1 then null else 1 end, case when key = 11 then 'rare%_' else 'evt-' || key % 5 end, now()
    from task`;
  await owner`
    insert into step (task_key, run_count, sequence, name, kind, status, started_on, event_name)
    select key, 1, s, 'wait', (case s when 3 then 'sleep' else 'event' end)::step_kind, 'waiting', now(),
      case s when 1 then 'evt-' || key % 5 when 2 then 'also' end
    from task, generate_series(1, 3) s where key % 7 = 1`;
  waits = Array.from({ length: 120 }, (_, at) => 120 - at).flatMap((key) => {
    const place = { key, type: `type-${key % 3}`, queue: key % 4 === 0 ? 'slow' : 'default' };
    const name = key === 11 ? 'rare%_' : `evt-${key % 5}`;
    if (key % 7 === 0) return [];
    const first = { ...place, sequence: 1, name };
    return key % 7 === 1 ? [first, { ...place, sequence: 2, name: 'also' }] : [first];
  });
});
afterAll(() => fixture.drop());

const matches = (name: string, given: string | undefined) =>
  given === undefined || (given.endsWith('*') ? name.startsWith(given.slice(0, -1)) : name === given);

/** All waits, page by page. */
async function listed(name: string | undefined, bounds: Bounds | undefined): Promise<string[]> {
  const found: string[] = [];
  let continuationToken: string | undefined;
  do {
    const page = await listEventWaits(
      fixture.database,
      { maxPageSize: 7, ...(name && { name }), ...(continuationToken && { continuationToken }) },
      bounds,
    );
    found.push(...page.value.map(({ taskId, sequence, eventName }) => `${taskId} ${sequence} ${eventName}`));
    continuationToken = page.continuationToken;
  } while (continuationToken !== undefined);
  return found;
}

test.each([undefined, 'evt-2', 'also', 'rare%_', 'rare%*', 'evt*', 'r*', 'EVT*', 'none', 'none*'])(
  'the waits for %s are listed page by page, newest tasks first, inside of bounds',
  async (name) => {
    const places: (Bounds | undefined)[] = [
      undefined,
      { types: ['type-1'] },
      { types: ['type-*'], queues: ['slow'] },
      { queues: ['sl*'] },
      { types: ['other'] },
    ];
    for (const bounds of places) {
      const inside = waits.filter(
        (wait) =>
          matches(wait.name, name) &&
          (bounds?.types?.some((type) => matches(wait.type, type)) ?? true) &&
          (bounds?.queues?.some((queue) => matches(wait.queue, queue)) ?? true),
      );
      const expected = inside.map(({ key, sequence, name: event }) => `t${key} ${sequence} ${event}`);
      expect([bounds, await listed(name, bounds)]).toEqual([bounds, expected]);
    }
  },
);

test('the newest waits are found without reading those of others', async () => {
  const { owner } = fixture;
  await owner.begin(async (transaction) => {
    await transaction`
      insert into task (id, type, queue, priority, created_by, modified_by)
      select 'other' || n, 'other', 'default', 0, 'x', 'x' from generate_series(1, 20000) n`;
    await transaction`
      insert into active_run (task_key, run_count, status, trigger, triggered_by, type, queue, priority, wait_kind,
        wait_sequence, wait_name, waiting_since)
      select key, 1, 'waiting', 'create', 'x', type, queue, 0, 'event', 1, 'theirs', now() from task where type = 'other'`;
  });
  await owner`analyze task`;
  await owner`analyze active_run`;
  const cases: { name?: string; bounds?: Bounds }[] = [{ name: 'rare%_' }, { bounds: { types: ['type-1'] } }];
  for (const { name, bounds } of cases) {
    const rows = await owner.begin(async (transaction) => {
      const page = await listEventWaits(transaction, { maxPageSize: 5, ...(name && { name }) }, bounds);
      expect(page.value.length).toBeGreaterThan(0);
      const [row] = await transaction<{ read: number }[]>`
        select (select sum(pg_stat_get_xact_tuples_returned(oid) + pg_stat_get_xact_tuples_fetched(oid))::integer
          from pg_class where oid = 'active_run'::regclass
            or oid in (select indexrelid from pg_index where indrelid = 'active_run'::regclass)) as read`;
      return row?.read ?? 0;
    });
    expect(rows, `${name}`).toBeLessThan(2_000);
    expect(rows).toBeGreaterThan(0);
  }
});
