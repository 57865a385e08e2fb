import { expect, test } from 'vitest';
import type { LogEntry } from '#contract';
import { logLine } from './log-line.ts';

const entry: LogEntry = {
  id: '1',
  taskId: 't',
  runCount: 1,
  attempt: 2,
  level: 'info',
  message: 'done',
  loggedOn: '2026-01-02T03:04:05.678Z',
};

test('an entry is one line with its time, level, attempt and fields', () => {
  expect(logLine({ ...entry, fields: { items: 3 } })).toBe('2026-01-02T03:04:05.678Z info  attempt 2 done {"items":3}');
});

test.for([
  ['a line break', 'x\n2026-01-02 error forged', 'x\\u000a2026-01-02 error forged'],
  ['a carriage return', 'x\ry', 'x\\u000dy'],
  ['an escape sequence of a terminal', '\u001b[2Jx\u009b1m', '\\u001b[2Jx\\u009b1m'],
  ['the line breaks of Unicode', 'a\u0085b\u2028c\u2029d', 'a\\u0085b\\u2028c\\u2029d'],
  ['a mark of direction', 'a\u202eb', 'a\\u202eb'],
] as const)('%s in a message is written as an escape', ([, message, written]) => {
  expect(logLine({ ...entry, message })).toBe(`2026-01-02T03:04:05.678Z info  attempt 2 ${written}`);
});

test('an entry that a caller wrote names them, whatever their name is', () => {
  expect(logLine({ ...entry, writtenBy: 'ci\n"x"' })).toContain('attempt 2 by "ci\\n\\"x\\"" done');
});

test('a name of a caller neither breaks the line nor reorders it', () => {
  const written = logLine({ ...entry, writtenBy: 'a\u0085b\u2028c\u202ed\u009be' });
  expect(written).toContain('attempt 2 by "a\\u0085b\\u2028c\\u202ed\\u009be" done');
});
