import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type TaskOrder, type TaskStatus, taskOrders } from '#contract';
import { started } from '../../../contract/testing/started.ts';
import { listing, startEngine } from '../../testing/engine-fixture.ts';
import { isCrossing, scanCrossing } from './crossing.ts';
import { driversOf } from './drivers.ts';
import { findTasks } from './find-tasks.ts';
import { deadlineOfNow, type Scan } from './scan.ts';
import { searchHits } from './search-hits.ts';
import type { Cursor } from './sources.ts';

/** More than what is read as a set: every value below matches too many tasks for that. */
const total = 9_000;
/** When the task with the key 0 would have been created; each is a second after the one before it. */
const begin = Date.parse('2026-06-01T00:00:00Z');
const secondsAfter = (seconds: number) => new Date(begin + seconds * 1_000).toISOString();

const fixture = started(startEngine, 'end');
type Made = {
  key: number;
  id: string;
  created: string;
  type: string;
  queue: string;
  tags: string[];
  status: TaskStatus;
  ended: string | null;
};
let made: Made[] = [];

beforeAll(async () => {
  const { database } = fixture;
  await database`
    insert into task (id, type, queue, priority, tags, created_by, modified_by, created_on)
    select 't' || n, 'type-' || n % 3, 'queue-' || n / 3000, 0,
      jsonb_build_object('even', (n % 2)::text, 'half', (n / 4500)::text), 'x', 'x',
      ${secondsAfter(0)}::timestamptz + interval '1 second' * n from generate_series(0, ${total - 1}::int) n`;
  await database`
    insert into active_run (task_key, run_count, status, trigger, triggered_by, type, queue, priority, wait_kind, wait_name)
    select key, 1, (case when key % 5 = 0 then 'waiting' else 'queued' end)::run_status, 'create', 'x', type, queue, 0,
      case when key % 5 = 0 then 'event'::step_kind end, case when key % 5 = 0 then 'go' end from task where key % 7 < 3`;
  await database`
    insert into run (task_key, run_count, is_current, status, trigger, triggered_by, attempt, error, queued_on, started_on, ended_on)
    select key, 1, true, (case when key % 2 = 0 then 'failed' else 'succeeded' end)::run_status, 'create', 'x', 1,
      case when key % 2 = 0 then json_build_object('name', 'Error', 'message', 'reason ' || key % 500) end, ended,
      ended - interval '1 second' * (key % 1000), ended
    from task, lateral (select created_on + interval '1 second' * (key * 7919 % 9973)) as at_ (ended)
    where key % 7 >= 3`;
  // A third of the texts is not indexed yet.
  await database`
    insert into search_text (task_key, kind, body)
    select key, 't', concat_ws(' ', id, name, type) from task order by key limit 6000`;
  await database`
    insert into search_text (task_key, kind, body)
    select task_key, 'e', (error ->> 'name') || ': ' || (error ->> 'message') from run where error is not null`;
  await database`update search_progress set task_key = (select max(task_key) from search_text where kind = 't')`;
  await database`analyze`;
  made = await database<Made[]>`
    select t.key, t.type, t.queue, array(select name || '=' || value from jsonb_each_text(t.tags) as g (name, value)) as tags,
      coalesce(a.status, r.status) as status, t.id, t.created_on as created, r.ended_on as ended
    from task t left join active_run a on a.task_key = t.key left join run r on r.task_key = t.key order by t.key`;
});

const indexed = {
  type: fc.subarray(['type-0', 'type-1', 'type-2'], { minLength: 1, maxLength: 2 }),
  queue: fc.constantFrom<string[]>(['queue-0'], ['queue-2'], ['queue-*']),
  tag: fc.subarray(['even=0', 'even=1', 'half=0', 'half=1'], { minLength: 1, maxLength: 2 }),
  status: fc.subarray<TaskStatus>(['failed', 'succeeded', 'queued', 'waiting'], { minLength: 1, maxLength: 3 }),
};
const time = fc.constantFrom(...[1_500, 4_000, 7_500, 12_000, 18_500].map(secondsAfter));
const times = {
  createdAfter: time,
  createdBefore: time,
  endedAfter: time,
  endedBefore: time,
  runEndedAfter: time,
  runEndedBefore: time,
};
const given = fc.record(
  {
    ...indexed,
    search: fc.constantFrom('t12', 't2', 'TYPE-1', 'nothing', 'reason 244'),
    minimumRunTimeInMs: fc.constantFrom(400_000, 990_000, 1_000_000),
    ...times,
  },
  { requiredKeys: [] },
);
type Given = Partial<Record<keyof typeof times, string>> &
  Partial<{
    type: string[];
    queue: string[];
    tag: string[];
    status: TaskStatus[];
    search: string;
    minimumRunTimeInMs: number;
  }>;

function matching(filter: Given, order: TaskOrder): number[] {
  const { type, queue, tag, status, search, minimumRunTimeInMs } = filter;
  const found = made
    .filter(
      (task) =>
        isIn(task.created, filter.createdAfter, filter.createdBefore) &&
        isIn(task.ended, filter.endedAfter, filter.endedBefore) &&
        isIn(task.ended, filter.runEndedAfter, filter.runEndedBefore) &&
        (type?.includes(task.type) ?? true) &&
        (queue === undefined || queue[0] === 'queue-*' || queue.includes(task.queue)) &&
        (tag?.some((one) => task.tags.includes(one)) ?? true) &&
        (status?.includes(task.status) ?? true) &&
        (search === undefined || textOf(task).includes(search.toLowerCase())) &&
        (minimumRunTimeInMs === undefined || (task.ended !== null && (task.key % 1_000) * 1_000 >= minimumRunTimeInMs)),
    )
    .toSorted((a, b) => compareBy(order, a, b))
    .map(({ key }) => key);
  return order.endsWith('desc') ? found.reverse() : found;
}

function textOf({ key, id, type, status }: Made): string {
  return `${id} ${type}${status === 'failed' ? ` error: reason ${key % 500}` : ''}`;
}

function isIn(time: string | null, since = '', before = '9'): boolean {
  return time === null ? since === '' && before === '9' : time >= since && time < before;
}

/** Tasks that have not ended come last. */
function compareBy(order: TaskOrder, a: Made, b: Made): number {
  if (order.startsWith('id')) return a.id < b.id ? -1 : 1;
  if (order.startsWith('createdOn') || a.ended === b.ended) return a.key - b.key;
  return (a.ended ?? '9') < (b.ended ?? '9') ? -1 : 1;
}

test('filters that each match many tasks find those that meet all of them in every order, page by page', {
  timeout: 60_000,
}, async () => {
  const order = fc.constantFrom(...taskOrders);
  await fc.assert(
    fc.asyncProperty(given, order, fc.integer({ min: 300, max: 1_000 }), async (filter, orderBy, maxPageSize) => {
      const keys: number[] = [];
      let cursor: Cursor | undefined;
      for (let pages = 0; pages === 0 || (cursor !== undefined && pages < 4); pages += 1) {
        const page = await findTasks(fixture.database, listing({ ...filter, orderBy }), cursor, maxPageSize);
        keys.push(...page.found.map(({ key }) => key));
        cursor = page.next;
      }
      const expected = matching(filter, orderBy);
      expect(keys).toEqual(expected.slice(0, keys.length));
      expect(cursor === undefined).toBe(keys.length === expected.length);
    }),
    {
      numRuns: 60,
      examples: [
        [{ queue: ['queue-2'], tag: ['even=1', 'half=1'], minimumRunTimeInMs: 400_000 }, 'createdOn asc', 300],
        [{ createdBefore: secondsAfter(4_000) }, 'endedOn desc', 300],
        [{ search: 'reason 244' }, 'endedOn desc', 300],
        [{ createdBefore: secondsAfter(7_500) }, 'endedOn asc', 1_000],
        [{ runEndedBefore: secondsAfter(12_000), tag: ['even=1'] }, 'endedOn desc', 300],
        [{ endedAfter: secondsAfter(7_500) }, 'createdOn asc', 300],
        [{ endedAfter: secondsAfter(12_000), status: ['queued'] }, 'id asc', 300],
      ],
    },
  );
});

test('many small windows find the same, whether indexes are merged or keys looked up in them', {
  timeout: 60_000,
}, async () => {
  const { database } = fixture;
  const sizes = fc.record({ first: fc.integer({ min: 1, max: 40 }), largest: fc.integer({ min: 40, max: 300 }) });
  await fc.assert(
    fc.asyncProperty(
      fc.record(indexed, { requiredKeys: [] }),
      fc.boolean(),
      sizes,
      fc.integer({ min: 1, max: 400 }),
      async (filter, isDescending, size, want) => {
        const listed = listing(filter);
        const drivers = await driversOf(database, listed);
        fc.pre(isCrossing(drivers));
        const bounds = { isDescending, low: undefined, high: undefined };
        const keys: number[] = [];
        let scanned: Scan = { found: [], next: undefined };
        do {
          const wanted = { start: scanned.next, want, deadline: deadlineOfNow() };
          scanned = await scanCrossing(database, drivers, bounds, undefined, wanted, size);
          expect(scanned.found.length).toBeLessThanOrEqual(want);
          keys.push(...scanned.found.map(({ key }) => key));
        } while (scanned.next !== undefined && keys.length < 1_000);
        const expected = matching(filter, isDescending ? 'createdOn desc' : 'createdOn asc');
        expect(keys).toEqual(expected.slice(0, keys.length));
        if (scanned.next === undefined) expect(keys).toHaveLength(expected.length);
      },
    ),
    { numRuns: 15 },
  );
});

test('a frequent text without a task in a range is not taken for one that no task has', async () => {
  const filter = { ...listing({ search: 'TYPE-1' }), textHits: {} };
  const range = { isDescending: true, after: 1, low: undefined, high: undefined };
  expect(await searchHits(fixture.database, filter, range, 10)).toEqual({ keys: [], isComplete: true });
  expect(filter.textHits).toEqual({});
});
