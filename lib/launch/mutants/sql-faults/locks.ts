import type { SqlFault } from './sql-fault.ts';

const file = 'lib/database/functions/locks.sql';
const tests = [
  'lib/engine/locks/lock-line.test.ts',
  'lib/engine/locks/lock-races.test.ts',
  'lib/engine/locks/locks.test.ts',
  'lib/engine/locks/lock-steps.test.ts',
  'lib/service/locks/locks.test.ts',
] as const;

/** The holder of a lock, the next waiter, and the locks that the end of a run frees. */
export const lockFaults: readonly SqlFault[] = [
  {
    file,
    text: 'and w.name = name_ and is_in_line(w)\n    order by',
    replacement: 'and w.name = name_\n    order by',
    tests,
  },
  { file, text: 'order by w.key limit 1;', replacement: 'order by w.key desc limit 1;', tests },
  {
    file,
    text: "where task_key = first.task_key and run_count = first.run_count and status = 'waiting';",
    replacement: 'where task_key = first.task_key and run_count = first.run_count;',
    tests,
  },
  {
    file,
    text: 'if held.task_key = task_key_ and held.run_count = run_count_ and held.sequence = sequence_ then',
    replacement: 'if held.task_key = task_key_ and held.run_count = run_count_ then',
    tests,
  },
  {
    file,
    text: 'and (mine is null or w.key < mine) and is_in_line(w));',
    replacement: 'and (mine is null or w.key < mine));',
    tests,
  },
  { file, text: 'if not ahead and (held.name', replacement: 'if (held.name', tests },
  {
    file,
    text: '(held.name is null or held.expires_on <= now())',
    replacement: '(held.name is null)',
    tests,
  },
  { file, text: 'delete from lock_waiter w where w.key = mine;', replacement: '', tests },
  {
    file,
    text: 'set fencing_token = excluded.fencing_token, owner',
    replacement: 'set owner',
    tests,
  },
  {
    file,
    text: 'and (token is null or h.fencing_token = token);',
    replacement: ';',
    tests,
  },
  { file, text: '  perform wake_lock_waiter(namespace_, name_);\n', replacement: '', tests },
  { file, text: "a.status in ('paused', 'retrying')", replacement: "a.status = 'paused'", tests },
  { file, text: "a.status in ('paused', 'retrying')", replacement: "a.status = 'retrying'", tests },
  {
    file,
    text: "where task_key = first.task_key and run_count = first.run_count and status = 'running';",
    replacement: 'where false;',
    tests,
  },
  { file, text: '    exit when found;\n', replacement: '    exit;\n', tests },
  { file, text: 'perform wake_free_lines(namespaces, names);', replacement: 'null;', tests },
  {
    file,
    text: 'and h.name = l.name and (h.expires_on is null or h.expires_on > now()))',
    replacement: 'and h.name = l.name)',
    tests,
  },
  {
    file,
    text: 'where w.task_key = g.task_key and w.run_count = g.run_count\n',
    replacement: 'where false\n',
    tests,
  },
  {
    file,
    text: 'on h.task_key = g.task_key and h.run_count = g.run_count order by',
    replacement: 'on h.task_key = g.task_key order by',
    tests: [...tests, 'lib/engine/run/interruptions.test.ts'],
  },
  {
    file,
    text: '  perform guard_lock_name(namespace_, name_);\n  select * into held',
    replacement: '  select * into held',
    tests,
  },
];
