import { expect, test } from 'vitest';
import { checkStyles } from './styles.ts';

const check = (text: string, path = 'app/globals.css') => checkStyles({ path, text });

test.each([
  'html:has([data-panel]) .toast {',
  '<a className="[html:not(:has(#details))_&]:hidden">',
  ':root:has(dialog) {',
  'body.dark:has(dialog) main {',
])('%s looks for something in the whole page', (text) => {
  expect(check(`\n${text}`)).toEqual([expect.stringMatching(/^app\/globals\.css:2: .*useRootMark$/)]);
});

test.each([
  'html[data-has-panel] .toast {',
  'html body .card:has(:checked) {',
  '.has-checked\\:border:has(:checked) {',
  ' * A style such as `html:has(…)` is slow.',
])('%s is fine', (text) => {
  expect(check(text)).toEqual([]);
});

test('only the dashboard has styles', () => {
  expect(check('html:has(p) {}', 'lib/launch/checks/styles.ts')).toEqual([]);
});
