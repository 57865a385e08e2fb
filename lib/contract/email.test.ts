import { expect, test } from 'vitest';
import { email, normalEmail } from './email.ts';

test.each([
  ['  Ada@Example.org ', 'ada@example.org'],
  ['Rene\u0301@example.org', 'ren\u00e9@example.org'],
  ['REN\u00c9@example.org', 'ren\u00e9@example.org'],
])('%j is the address %j', (typed, address) => {
  expect(normalEmail(typed)).toBe(address);
  expect(email.parse(typed)).toBe(address);
});

test('what is no address is refused', () => {
  for (const text of ['', 'a', 'a b@c', '@x.y', 'a@', `${'a'.repeat(253)}@x`])
    expect(email.safeParse(text).success).toBe(false);
});
