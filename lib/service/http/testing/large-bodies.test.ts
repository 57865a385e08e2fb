import { expect, test } from 'vitest';
import { z } from 'zod';
import { largeBodies } from './large-bodies.ts';

const part = z.object({ a: z.string() });
const placesOf = (schema: z.ZodType) => {
  const seen = new Set<string>();
  for (const _ of largeBodies(z.object({ first: part }), seen)); // what is left out below was sent with this body
  return Array.from(largeBodies(schema, seen), ([what]) => what).filter((what) => !what.endsWith('the body'));
};

test('a value of another type than asked is sent once, wherever else it is refused', () => {
  expect(placesOf(z.object({ second: part }))).toEqual([]);
  expect(placesOf(z.object({ second: z.object({ b: z.number() }) }))).toEqual([
    'many names at /second',
    ...['a long text', 'many texts', 'many parts', 'many names'].map((what) => `${what} at /second/b`),
  ]);
});

test('a value that a function gets before its type is checked is sent to each of these functions', () => {
  const prepared = z.preprocess((value) => value, part);
  expect(placesOf(z.object({ second: prepared }))).toEqual(
    ['a long text', 'many texts', 'many parts', 'many names'].map((what) => `${what} at /second`),
  );
});

test('each operation gets every large value as its whole body', () => {
  const seen = new Set<string>();
  for (const name of ['first', 'second'])
    expect(
      Array.from(largeBodies(z.object({ [name]: part }), seen), ([what]) => what).filter((what) =>
        what.endsWith(' at the body'),
      ),
    ).toHaveLength(4);
});
