import { expect, test } from 'vitest';
import { assertSensitivePointersKept } from './sensitive-pointers-kept.ts';

test('pointers are kept when each is still there, or below one that is', () => {
  const kept = [
    [[], []],
    [['/a'], ['/a']],
    [['/a/b'], ['/c', '/a']],
    [['/a/b'], ['']],
  ];
  for (const [before = [], after = []] of kept) expect(() => assertSensitivePointersKept(before, after)).not.toThrow();
  const lifted = [
    [['/a'], []],
    [['/a'], ['/a/b']],
    [['/ab'], ['/a']],
    [['/a', '/b'], ['/a']],
  ];
  for (const [before = [], after = []] of lifted)
    expect(() => assertSensitivePointersKept(before, after)).toThrow(
      /removing a sensitive pointer \("\/(a|ab|b)"\) needs/,
    );
});
