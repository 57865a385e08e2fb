import { expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

test('does one piece of work after the other, also after one that failed', async () => {
  const inTurn = oneAtATime();
  const noted: string[] = [];
  const work = (name: string, fails = false) =>
    inTurn(async () => {
      noted.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      noted.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const all = await Promise.allSettled([work('a'), work('b', true), work('c')]);
  expect(all).toMatchObject([{ value: 'a' }, { reason: new Error('b') }, { value: 'c' }]);
  expect(noted).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]));
});
