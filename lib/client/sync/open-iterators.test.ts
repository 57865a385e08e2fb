import { expect, test } from 'vitest';
import { OpenIterators } from './open-iterators.ts';

async function* items(count: number) {
  for (let item = 0; item < count; item += 1) yield item;
  throw new Error('the connection broke');
}

test('an iterator is kept until it ends, fails or is left', async () => {
  const open = new OpenIterators();
  const [failing, left] = [open.add(items(1)), open.add(items(9))];
  expect(await open.next(failing)).toEqual({ done: false, value: 0 });
  expect(await open.next(left)).toEqual({ done: false, value: 0 });
  expect(open.size).toBe(2);
  await expect(open.next(failing)).rejects.toThrow('the connection broke');
  expect(open.size).toBe(1);
  await open.leave(left);
  expect(open.size).toBe(0);
  for (const over of [failing, left]) expect(await open.next(over)).toMatchObject({ done: true });
  const ending = open.add(one());
  expect([await open.next(ending), await open.next(ending)]).toMatchObject([{ value: 1 }, { done: true }]);
  expect(open.size).toBe(0);
});

async function* one() {
  yield 1;
}
