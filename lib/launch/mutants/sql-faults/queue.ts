import type { SqlFault } from './sql-fault.ts';

const claims = 'lib/engine/worker/claim.test.ts';
const dueTimes = 'lib/engine/timers/due.test.ts';
const concurrency = 'lib/engine/run/concurrency.test.ts';
const fences = 'lib/engine/run/fences.test.ts';
const claim = 'lib/engine/worker/claim.ts';
const due = 'lib/engine/timers/due.ts';
const takeOver = 'lib/engine/timers/take-over.ts';
const admitKeyed = 'lib/engine/worker/admit-keyed.ts';
const horizon = 'lib/database/key-horizon.ts';
const floors = 'lib/engine/worker/floor-keeper.test.ts';
const interruptions = 'lib/engine/run/interruptions.test.ts';
const waits = 'lib/engine/run/waits.test.ts';
const commands = 'lib/engine/tasks/commands.test.ts';

/** Claims, concurrency keys, due times and lost leases. */
export const queueFaults: readonly SqlFault[] = [
  {
    file: claim,
    text: ' and not is_expired\n      for key share',
    replacement: '\n      for key share',
    tests: [fences],
  },
  {
    file: claim,
    text: ') a\n      order by a.priority desc, ',
    replacement: ') a\n      order by a.priority, ',
    tests: [claims],
  },
  {
    file: claim,
    text: "where a.status = 'queued' and (a.concurrency_key is null or a.started_on is not null)\n      limit",
    replacement: "where a.status = 'queued'\n      limit",
    tests: [claims, concurrency],
  },
  {
    file: claim,
    text: 'fence = a.fence + 1 + floor(random() * 1000000)::integer',
    replacement: 'fence = a.fence',
    tests: [fences, interruptions],
  },
  {
    file: claim,
    text: 'started_on = coalesce(a.started_on, now())',
    replacement: 'started_on = now()',
    tests: [claims, waits, commands],
  },
  {
    file: claim,
    text: 'deadline_on = case when a.started_on is null\n',
    replacement: 'deadline_on = case when true\n',
    tests: [claims],
  },
  {
    file: claim,
    text: 'coalesce(t.timeout_in_ms, l.timeout_in_ms)',
    replacement: 'coalesce(l.timeout_in_ms, t.timeout_in_ms)',
    tests: [claims],
  },
  {
    file: claim,
    text: 'a.has_journal or l.was_started as has_journal',
    replacement: 'a.has_journal',
    tests: [claims],
  },
  {
    file: claim,
    text: 'from_run_count <= a.run_count',
    replacement: 'from_run_count < a.run_count',
    tests: [claims, commands],
  },
  {
    file: claim,
    text: 'case when i.is_given then i.input else t.input end',
    replacement: 'coalesce(i.input, t.input)',
    tests: [claims],
  },
  {
    file: due,
    text: "where d.status in ('scheduled', 'waiting', 'retrying') and a.due_on",
    replacement: 'where a.due_on',
    tests: [dueTimes],
  },
  {
    file: due,
    text: "select task_key from active_run where deadline_on <= now() and status <> 'paused'",
    replacement: 'select task_key from active_run where deadline_on <= now()',
    tests: [dueTimes],
  },
  {
    file: due,
    text: "::bigint[]) and deadline_on <= now() and status <> 'paused'",
    replacement: '::bigint[]) and deadline_on <= now()',
    tests: [dueTimes],
  },
  {
    file: takeOver,
    text: 'where not is_expired and expires_on < now() for update skip locked',
    replacement: 'where not is_expired for update skip locked',
    tests: [dueTimes],
  },
  {
    file: takeOver,
    text: 'set is_expired = true, busy = 0',
    replacement: 'set busy = 0',
    tests: [dueTimes, fences],
  },
  {
    file: takeOver,
    text: 'where w.key = a.worker_key and not w.is_expired)',
    replacement: 'where w.key = a.worker_key)',
    tests: [dueTimes],
  },
  {
    file: admitKeyed,
    text: 'where h.concurrency_key = key.concurrency_key and h.started_on is not null)',
    replacement: 'where h.concurrency_key = key.concurrency_key and false)',
    tests: [concurrency],
  },
  {
    file: admitKeyed,
    text: 'where held.count + a.place <= coalesce(a.concurrency_limit, 1)',
    replacement: 'where held.count + a.place <= coalesce(a.concurrency_limit, 1) + 1',
    tests: [concurrency],
  },
  {
    file: admitKeyed,
    text: 'and coalesce(h.count, 0) + w.place <= coalesce(w.concurrency_limit, 1)',
    replacement: 'and coalesce(h.count, 0) + w.place <= coalesce(w.concurrency_limit, 1) + 1',
    tests: [concurrency],
  },
  {
    file: admitKeyed,
    text: 'array(select task_key from held where',
    replacement: 'array(select task_key from held where false and',
    tests: [concurrency],
  },
  {
    file: admitKeyed,
    text: '\n        and a.concurrency_key is not distinct from c.concurrency_key',
    replacement: '',
    tests: [concurrency],
  },
  {
    file: horizon,
    text: "and mode <> 'AccessShareLock' and mode <> 'RowShareLock'",
    replacement: "and mode = 'AccessExclusiveLock'",
    tests: [floors],
  },
];
