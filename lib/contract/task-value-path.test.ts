import { expect, it } from 'vitest';
import { taskValuePointer, valueOrder } from './task-value.ts';
import { isTaskValueOrder, problemOfTaskPointer } from './task-value-path.ts';
import { heldValue } from './value-condition.ts';
import { isHeldValue } from './value-condition-text.ts';

const long = (length: number) => `/input/${'a'.repeat(length - 7)}`;

it.each([
  ...['', '/', '/input', '/output', '/inputs', '/input/', '/input//', 'input/a', '/steps/a/output', '/input/a~b'],
  ...[
    '/input/a~1b',
    '/input/+1',
    '/input/01',
    '/input/-1',
    '/input/ 1',
    '/input/\u0000',
    '/input/\ud800',
    '/input/a\nb',
  ],
  ...['/output/items/0/id', long(256), long(257)],
])('the path %j is judged alike with and without its schema', (pointer) => {
  expect(problemOfTaskPointer(pointer) === undefined).toBe(taskValuePointer.safeParse(pointer).success);
});

it.each([
  ...['/input/total desc', '/input/total asc', '/input/total', '/input/total  desc', '/input/a b desc', 'input/a desc'],
  ...[
    '/total desc',
    '/input/01 asc',
    '/input/total DESC',
    '/input desc ',
    `${long(256)} asc`,
    `${long(257)} asc`,
    ' desc',
  ],
])('the order %j is judged alike with and without its schema', (order) => {
  expect(isTaskValueOrder(order)).toBe(valueOrder.safeParse(order).success);
});

it.each(['', 'a', '7', 'a\u0000', '\ud800', '😀', 'a'.repeat(256), 'a'.repeat(257)])(
  'the sought value %j is judged alike with and without its schema',
  (text) => {
    expect(isHeldValue(text)).toBe(heldValue.safeParse(text).success);
  },
);
