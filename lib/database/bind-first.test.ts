import { expect, test } from 'vitest';
import { bindFirst } from './bind-first.ts';

test('each function keeps its name, its other arguments and its result', async () => {
  const context = { prefix: 'a' };
  const joined = ({ prefix }: { prefix: string }, ...rest: [string, string?]) => [prefix, ...rest].join('-');
  const bound = bindFirst(context, {
    joined,
    later: async ({ prefix }: { prefix: string }, count: number) => prefix.repeat(count),
  });
  expect(Object.keys(bound)).toEqual(['joined', 'later']);
  expect([bound.joined('b'), bound.joined('b', 'c')]).toEqual(['a-b', 'a-b-c']);
  expect(await bound.later(3)).toBe('aaa');
});
