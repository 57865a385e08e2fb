import type { SqlFault } from './sql-fault.ts';

const sessions = 'lib/service/access/sessions.test.ts';
const refresh = 'lib/service/access/refresh-session.test.ts';
const throttleTest = 'lib/service/access/throttle.test.ts';
const tasks = 'lib/database/functions/tasks.sql';
const taskTable = 'lib/database/migrations/0001_tasks.sql';
const access = 'lib/database/migrations/0006_access.sql';
const requests = 'lib/database/migrations/0010_audit.sql';
const tags = 'lib/service/tasks/tags.test.ts';
const listTasks = 'lib/engine/tasks/list/list-tasks.test.ts';
const session = 'lib/service/access/session.ts';
const throttle = 'lib/service/access/throttle.ts';
const apiKeyToken = 'lib/service/access/api-key-token.ts';
const signIn = 'lib/service/access/sign-in.test.ts';
const audit = 'lib/service/audit/audit.test.ts';

/** Tags, times and unique names of tasks; sessions, keys and the audit trail. */
export const engineAndAccessFaults: readonly SqlFault[] = [
  {
    file: tasks,
    text: "where task_key = old.key and tag in (select name || '=' || value from jsonb_each_text(old.tags) as t (name, value));",
    replacement: 'where false;',
    tests: [listTasks, tags],
  },
  {
    file: 'lib/database/triggers.sql',
    text: 'trigger task_tags_changed after update of tags on task for each row\n  when (old.tags is distinct from new.tags and new.tags is not null)',
    replacement: 'trigger task_tags_changed after update of tags on task for each row\n  when (false)',
    tests: [listTasks, tags],
  },
  {
    file: tasks,
    text: 'if not found.created_on < since or found.key is null then',
    replacement: 'if not found.created_on <= since or found.key is null then',
    tests: [listTasks, 'lib/engine/statistics/statistics.test.ts'],
  },
  {
    file: tasks,
    text: 'low := found.key + 1;',
    replacement: 'low := found.key + 2;',
    tests: [listTasks, 'lib/engine/statistics/statistics.test.ts'],
  },
  {
    file: taskTable,
    text: 'has_journal boolean not null default false,',
    replacement: 'has_journal boolean not null default true,',
    tests: ['lib/engine/worker/claim.test.ts'],
  },
  {
    file: access,
    text: 'operator_id uuid not null references operator on delete cascade',
    replacement: 'operator_id uuid not null',
    tests: [sessions],
  },
  {
    file: access,
    text: 'is_disabled boolean not null default false',
    replacement: 'is_disabled boolean not null default true',
    tests: [signIn, 'lib/service/operators/operators.test.ts'],
  },
  {
    file: requests,
    text: '  primary key (identity, key)\n);\ncreate index idempotent_answer_age',
    replacement: '  primary key (key)\n);\ncreate index idempotent_answer_age',
    tests: ['lib/service/http/idempotency.test.ts'],
  },
  {
    file: requests,
    text: 'id bigint generated always as identity primary key,\n  occurred_on',
    replacement: 'id bigint generated always as identity (increment by -1) primary key,\n  occurred_on',
    tests: [audit],
  },
  {
    file: session,
    text: 'isNamed}\n      and revoked_on is null and least(expires_on, idle_until) > now() and not is_disabled',
    replacement: 'isNamed}\n      and least(expires_on, idle_until) > now() and not is_disabled',
    tests: [sessions, refresh],
  },
  {
    file: 'lib/service/access/refresh-session.ts',
    text: '      and revoked_on is null and least(expires_on, idle_until) > now() and not is_disabled',
    replacement: '      and least(expires_on, idle_until) > now() and not is_disabled',
    tests: [refresh],
  },
  {
    file: session,
    text: '{id} and revoked_on is null and least(expires_on, idle_until) > now() and not is_disabled',
    replacement: '{id} and least(expires_on, idle_until) > now() and not is_disabled',
    tests: [sessions, signIn],
  },
  {
    file: session,
    text: '{id} and revoked_on is null and least(expires_on, idle_until) > now() and not is_disabled',
    replacement: '{id} and revoked_on is null and not is_disabled',
    tests: [sessions],
  },
  {
    file: session,
    text: '{id} and revoked_on is null and least(expires_on, idle_until) > now() and not is_disabled',
    replacement: '{id} and revoked_on is null and least(expires_on, idle_until) > now()',
    tests: [sessions],
  },
  {
    file: session,
    text: '{operatorId} and revoked_on is null',
    replacement: '{operatorId} and false',
    tests: [sessions],
  },
  {
    file: throttle,
    text: 'then 1 else throttle.failures + 1 end',
    replacement: 'then 1 else throttle.failures end',
    tests: [throttleTest],
  },
  {
    file: throttle,
    text: 'where not $',
    replacement: 'where true or not $',
    tests: [throttleTest],
  },
  {
    file: throttle,
    text: 'set failures = greatest(failures - 1, 0), blocked',
    replacement: 'set failures = failures, blocked',
    tests: [throttleTest],
  },
  {
    file: apiKeyToken,
    text: ' and (expires_on is null or expires_on > now())',
    replacement: '',
    tests: ['lib/service/access/api-key-token.test.ts'],
  },
];
