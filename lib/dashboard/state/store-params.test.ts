import { createLoader } from 'nuqs/server';
import { expect, test } from 'vitest';
import { storeParams } from './store-params.ts';

const load = createLoader(storeParams);

test.each([
  ['?delimiter=%3A%3A', '::'],
  ['?delimiter=', '/'],
  ['', '/'],
  ['?delimiter=%00', '/'],
  ['?delimiter=123456789', '/'],
])('%j: ids are separated by %j', (search, delimiter) => {
  expect(load(`http://localhost/state/orders${search}`).delimiter).toBe(delimiter);
});
