import { expect, test } from 'vitest';
import { sqlFaults } from './all.ts';
import { problemOf } from './sql-fault.ts';
import { problemsOfSqlFaults } from './try.ts';

test('every fault stands once in its file and names tests that exist', async () => {
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
