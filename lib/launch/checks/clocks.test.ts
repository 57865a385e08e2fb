import { expect, test } from 'vitest';
import { checkClocks } from './clocks.ts';

const check = (text: string, path = 'components/task/age.ts') => checkClocks({ path, text });

test.each(['const age = Date.now() - createdOn;', 'readFilter(text, new Date());'])('%s is a wrong clock', (text) => {
  expect(check(`\n${text}`)).toEqual([expect.stringMatching(/^components\/task\/age\.ts:2: .*presentTime\(\)/)]);
});

test.each(['presentTime() - createdOn', 'performance.now() - begunAt', 'new Date(task.createdOn)'])(
  '%s is fine',
  (text) => {
    expect(check(text)).toEqual([]);
  },
);

test('only what may run on the computer of an operator is looked at', () => {
  expect(check('Date.now()', 'lib/service/start.ts')).toEqual([]);
  expect(check('Date.now()', 'components/task/age.test.ts')).toEqual([]);
});
