import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findDuplicateKey } from './duplicate-key.ts';

test.for([
  ['{"a":1,"a":2}', 'a', 7],
  ['{"a":{"b":1},"c":[{"d":1,"\\u0064":2}]}', 'd', 25],
  ['[{"":1},{"":1,"":2}]', '', 14],
  ['{"a":"{\\"b\\":1","b":1,"b":2}', 'b', 22],
  ['{"__proto__":1,"__proto__":2}', '__proto__', 15],
] as const)('%s has "%s" twice', ([text, name, position]) => {
  expect(findDuplicateKey(text)).toEqual({ name, position });
});

test.for([
  '{"a":1,"A":2}',
  '[{"a":1},{"a":1}]',
  '{"a":{"a":{"a":"a"}},"b":"a"}',
  '"a"',
  '["a","a"]',
  '{"a":["a","b"],"b":1}',
])('%s has none twice', (text) => expect(findDuplicateKey(text)).toBeUndefined());

test('what JSON.stringify writes has none twice', () => {
  fc.assert(fc.property(fc.json(), (text) => findDuplicateKey(text) === undefined));
});
