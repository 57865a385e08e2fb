import { expect, test } from 'vitest';
import { shownId } from './shown-id.ts';

test.each([
  [' ', '␣'],
  ['orders/ ', 'orders/␣'],
  ['  two before', '␣␣two before'],
  ['one between', 'one between'],
  ['no\u00a0break', 'no␣break'],
  ['two  between', 'two  between'],
  ['', ''],
])('%j is shown as %j', (id, shown) => {
  expect(shownId(id)).toBe(shown);
});
