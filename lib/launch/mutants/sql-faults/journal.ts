import type { SqlFault } from './sql-fault.ts';

const fences = 'lib/engine/run/fences.test.ts';
const lostLease = 'lib/engine/run/lost-lease.test.ts';
const waking = 'lib/engine/run/waking.test.ts';
const replays = 'lib/engine/run/replays.test.ts';
const retries = 'lib/engine/run/retries.test.ts';
const dueTimes = 'lib/engine/timers/due.test.ts';
const schedules = 'lib/engine/run/schedules.test.ts';
const file = 'lib/database/functions/journal.sql';
const events = 'lib/database/functions/events.sql';
const runs = 'lib/database/functions/runs.sql';
const interruptions = 'lib/engine/run/interruptions.test.ts';
const workers = 'lib/engine/worker/workers.test.ts';
const steps = 'lib/engine/run/steps.test.ts';
const waits = 'lib/engine/run/waits.test.ts';
const lostAnswers = 'lib/engine/run/lost-answers.test.ts';
const commands = 'lib/engine/tasks/commands.test.ts';

/** Leases, the fence, steps, waits, moves and ends of runs. */
export const journalFaults: readonly SqlFault[] = [
  {
    file,
    text: "wake_on = case when s.status = 'waiting' and excluded.status",
    replacement: "wake_on = case when s.status = 'failed' and excluded.status",
    tests: [lostAnswers],
  },
  {
    file,
    text: 'where key = worker_key_ and not is_expired for key share',
    replacement: 'where key = worker_key_ for key share',
    tests: [fences, lostLease],
  },
  {
    file,
    text: "expires_on = now() + lease_in_ms * interval '1 ms',\n      busy",
    replacement: 'expires_on = expires_on,\n      busy',
    tests: [fences],
  },
  {
    file,
    text: 'and a.run_count = h.run_count and a.fence = h.fence',
    replacement: 'and a.run_count = h.run_count',
    tests: [fences],
  },
  {
    file,
    text: 'a.task_key = h.task_key and a.run_count = h.run_count and a.fence',
    replacement: 'a.task_key = h.task_key and a.fence',
    tests: [fences, commands],
  },
  {
    file,
    text: "and a.worker_key = worker_key_ and a.status = 'running'\n      for key share",
    replacement: 'and a.worker_key = worker_key_\n      for key share',
    tests: [fences, interruptions],
  },
  {
    file,
    text: '\n    where refused is null or n.run <> all (refused);',
    replacement: ';',
    tests: [fences],
  },
  {
    file,
    text: "where s.status not in ('succeeded', 'cancelled') and",
    replacement: 'where',
    tests: [waking, lostAnswers, steps],
  },
  {
    file,
    text: "and (s.status <> 'failed' or excluded.status <> 'running')",
    replacement: '',
    tests: [fences],
  },
  {
    file,
    text: 'then s.wake_on else excluded.wake_on end',
    replacement: 'then s.wake_on else s.wake_on end',
    tests: [waking],
  },
  {
    file,
    text: 'e.consumed_on is null and (e.run_count = wait.run_count or',
    replacement: '(e.run_count = wait.run_count or',
    tests: [waking, waits],
  },
  {
    file,
    text: 'or wait.passes and e.run_count < wait.run_count\n',
    replacement: 'or e.run_count < wait.run_count\n',
    tests: [waking, waits],
  },
  {
    file,
    text: 'or wait.passes and e.run_count < wait.run_count\n',
    replacement: 'or false\n',
    tests: [waking, workers],
  },
  {
    file,
    text: 'and not event_is_withheld(wait.task_key, wait.target, e.run_count, wait.run_count)',
    replacement: '',
    tests: [workers],
  },
  {
    file: events,
    text: 'i.withholds_events and i.from_run_count > raised_run',
    replacement: 'i.withholds_events',
    tests: [workers],
  },
  {
    file,
    text: '\n            or e.consumed_run_count = wait.run_count and e.consumed_sequence = wait.sequence)',
    replacement: ')',
    tests: [waking, lostAnswers],
  },
  {
    file,
    text: 'order by e.consumed_on is null, e.id limit 1 for update;',
    replacement: 'order by e.consumed_on is null, e.id desc limit 1 for update;',
    tests: [waking, waits],
  },
  {
    file,
    text: 'set consumed_on = now(), consumed_run_count = wait.run_count,',
    replacement: 'set consumed_run_count = wait.run_count,',
    tests: [waking, waits],
  },
  {
    file,
    text: 'if child.key is null or child.status is not null then',
    replacement: 'if child.status is not null then',
    tests: [replays, waits],
  },
  {
    file,
    text: 'r.is_current\n            and not exists (select from active_run a where a.task_key = t.key);',
    replacement: 'true;',
    tests: [waking],
  },
  {
    file,
    text: "attempt = a.attempt + (m.status = 'retrying')::integer",
    replacement: 'attempt = a.attempt + 1',
    tests: [retries, 'lib/engine/worker/claim.test.ts'],
  },
  {
    file,
    text: "due_on = now() + m.due_in * interval '1 ms'",
    replacement: 'due_on = now()',
    tests: [retries, waits],
  },
  {
    file,
    text: 'and m.run <> all (met) and (refused is null or m.run <> all (refused));',
    replacement: 'and (refused is null or m.run <> all (refused));',
    tests: [waking, waits],
  },
  {
    file: runs,
    text: ' or a.task_key = any (parents) and a.wait_sequence is null',
    replacement: '',
    tests: [replays, waking, waits],
  },
  {
    file: runs,
    text: "where a.status = 'running' and a.worker_key = any (worker_keys)",
    replacement: 'where a.worker_key = any (worker_keys)',
    tests: [dueTimes, workers],
  },
  {
    file: runs,
    text: '    worker_key = null,\n',
    replacement: '',
    tests: [dueTimes, workers],
  },
  {
    file: runs,
    text: 'then least(l.losses + 1, 1000) else 1 end',
    replacement: 'then least(l.losses + 1, 1000) else l.losses + 1 end',
    tests: [dueTimes],
  },
  {
    file: runs,
    text: "status = case when d.delay is null then 'queued'::run_status else 'retrying' end",
    replacement: "status = 'queued'",
    tests: [dueTimes],
  },
  {
    file: runs,
    text: 'perform wake_waiting_parents(ended, (select array_agg(parent_key) from task where key = any (ended)));',
    replacement: '',
    tests: [dueTimes, commands, waits],
  },
  {
    file: runs,
    text: 'where error_ is not null\n',
    replacement: 'where false\n',
    tests: ['lib/engine/tasks/list/filters.test.ts'],
  },
  {
    file: runs,
    text: "perform pg_notify('taskdeck_control', json_build_object('k', ended)::text);",
    replacement: '',
    tests: [interruptions, commands, workers],
  },
  {
    file,
    text: 'from task t where t.schedule is not null and t.key = any (ended);\n      if end_is_untidy',
    replacement: 'from task t where false;\n      if end_is_untidy',
    tests: [dueTimes, schedules, commands],
  },
  {
    file,
    text: 'and a.run_count = r.run_count and a.fence = r.fence\n',
    replacement: 'and a.run_count = r.run_count\n',
    tests: [fences],
  },
  {
    file,
    text: 'and a.run_count = r.run_count and a.fence',
    replacement: 'and a.fence',
    tests: [fences],
  },
  {
    file,
    text: "and a.status in ('waiting', 'queued');",
    replacement: ';',
    tests: [fences],
  },
  {
    file,
    text: 'kept_by = case when m.is_kept then worker_key_ end',
    replacement: 'kept_by = null',
    tests: [fences],
  },
];
