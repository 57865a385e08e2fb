import { expect, it } from 'vitest';
import { causeChain, isThrownError, partOf, textOfThrown } from './thrown.ts';

const trap = () => {
  throw new Error('read');
};
const unreadable = new Proxy({}, { get: trap, getPrototypeOf: trap });

it('gives each cause once, also of a circle', () => {
  const [first, second] = [new Error('first'), new Error('second')];
  second.cause = first;
  first.cause = second;
  expect(causeChain(first)).toEqual([first, second]);
  expect(causeChain(new Error('x', { cause: 'a text' }))).toEqual([expect.any(Error), 'a text']);
  expect(causeChain('a text')).toEqual(['a text']);
});

it('ends a chain that has no end', () => {
  class Endless extends Error {
    override get cause() {
      return new Endless();
    }
  }
  expect(causeChain(new Endless())).toHaveLength(100);
});

it('reads nothing that throws when it is read', () => {
  expect(isThrownError(unreadable)).toBe(false);
  expect(partOf(unreadable, 'message')).toBeUndefined();
  expect(causeChain(unreadable)).toHaveLength(1);
  expect(textOfThrown(unreadable)).toBe('a value that cannot be read');
});

it('tells a value by its JSON, or else by its text', () => {
  expect(['boom', { why: 1 }, undefined, 5n].map(textOfThrown)).toEqual(['boom', '{"why":1}', 'undefined', '5']);
});

it('tells the class of a value of which JSON tells nothing', () => {
  class Refused {}
  const values = [new Response('no'), new Refused(), new Map(), {}, Object.create(null)];
  const classes = ['Response', 'Refused', 'Map'].map((name) => `a value of the class ${name}`);
  expect(values.map(textOfThrown)).toEqual([...classes, '{}', '{}']);
});
