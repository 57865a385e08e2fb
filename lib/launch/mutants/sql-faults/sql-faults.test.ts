import { expect, test } from 'vitest';
import { sqlFaults } from './all.ts';
import { newestDefinition } from './newest-definition.ts';
import { problemOf } from './sql-fault.ts';
import { problemsOfSqlFaults } from './try.ts';

test('every fault stands once in its file, in the newest definition of its function, and names tests that exist', async () => {
  expect(await problemsOfSqlFaults()).toEqual([]);
  expect(sqlFaults.length).toBeGreaterThan(40);
});

test('a fault whose text is gone or stands twice has a problem', () => {
  const fault = { file: 'x.sql', text: 'a < b', replacement: 'a <= b', tests: ['x.test.ts'] };
  expect(problemOf(fault, 'where a < b')).toBeUndefined();
  expect(problemOf(fault, 'where a > b')).toContain('0 times');
  expect(problemOf(fault, 'where a < b and a < b')).toContain('2 times');
  expect(problemOf({ ...fault, replacement: 'a < b' }, 'where a < b')).toContain('changes nothing');
  expect(problemOf({ ...fault, tests: [] }, 'where a < b')).toContain('no test');
});

test('a function that a later migration defines anew has its newest definition there', () => {
  const migrations = [
    { name: '0003_b.sql', text: 'CREATE OR REPLACE FUNCTION take(n integer) returns void as $$ a <= b $$; c < d' },
    {
      name: '0001_a.sql',
      text: 'create function take() as $body$ a < b; $$ $body$ c;\ncreate function give() as $$ a > b $$;',
    },
  ];
  expect(newestDefinition(migrations, '0001_a.sql', 'a < b')).toBe('0003_b.sql');
  expect(newestDefinition(migrations, '0003_b.sql', 'a <= b')).toBe('0003_b.sql');
  expect(newestDefinition(migrations, '0001_a.sql', 'a > b')).toBe('0001_a.sql');
  expect(newestDefinition(migrations, '0003_b.sql', 'c < d')).toBeUndefined();
});
