import { expect, test } from 'vitest';
import { limits } from '#contract';
import { listedPaths, pathsInLayout, pathText, readPath, valueColumnId } from './value-path.ts';

test.each([
  ['input.customer.id', '/input/customer/id'],
  ['output.items.0', '/output/items/0'],
  ['input', '/input'],
  ['input/a.b/c', '/input/a.b/c'],
  ['input/a~1b', '/input/a~1b'],
])('the path %s is the pointer %s, and back', (text, pointer) => {
  expect(readPath(text)).toEqual({ pointer });
  expect(pathText(pointer)).toBe(text);
  expect(pathsInLayout(`${valueColumnId(pointer)}:80`)).toEqual([{ pointer, isShown: true }]);
});

test.each(['', 'total', 'inputs.total', '-input.total', 'input.', 'input.items.-1', `input.${'x'.repeat(300)}`])(
  '%j is no path',
  (text) => {
    expect(readPath(text)).toHaveProperty('problem');
  },
);

test('a layout names its paths once, up to the limit, and only shown ones are read', () => {
  const text = 'task:320:pin,output.b:show,input.a:hide,output.b:90,%E0%A4%A,status,input.a%3Ab%2Cc:120';
  expect(pathsInLayout(text)).toEqual([
    { pointer: '/output/b', isShown: true },
    { pointer: '/input/a', isShown: false },
    { pointer: '/input/a:b,c', isShown: true },
  ]);
  expect(listedPaths(text)).toEqual(['/input/a:b,c', '/output/b']);
  const many = Array.from({ length: 20 }, (_, index) => `input.${index}:show`).join();
  expect(listedPaths(many)).toHaveLength(limits.listedPaths);
});
