import { expect, test } from 'vitest';
import { checkIntl } from './intl.ts';

const check = (text: string, path = 'components/task/age.ts') => checkIntl({ path, text });

test.each([
  "count.toLocaleString('en')",
  'time.toLocaleDateString()',
  "new Intl.NumberFormat('en')",
  'Intl.DateTimeFormat()',
])('%s uses Intl', (text) => {
  expect(check(`\n${text}`)).toEqual([expect.stringMatching(/^components\/task\/age\.ts:2: .*numberText\(\)/)]);
});

test.each(['numberText(count)', 'time.toISOString()', '// by Intl alone'])('%s is fine', (text) => {
  expect(check(text)).toEqual([]);
});

test('only what may run in the browser is looked at', () => {
  expect(check('count.toLocaleString()', 'lib/service/start.ts')).toEqual([]);
  expect(check('count.toLocaleString()', 'components/task/age.test.ts')).toEqual([]);
});
