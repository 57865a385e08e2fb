import { expect, test } from 'vitest';
import { isCause, schemaProblem } from './schema-problem.ts';

const finding = (keyword: string, instanceLocation = '#', error = '') => ({ keyword, instanceLocation, error });

test('a keyword that only sums up what failed below it is no cause', () => {
  for (const keyword of ['$ref', 'allOf', 'properties', 'patternProperties', 'items', 'prefixItems', 'then', 'else'])
    expect(isCause(finding(keyword)), keyword).toBe(false);
  for (const keyword of ['type', 'required', 'minimum', 'pattern', 'enum', 'anyOf', 'oneOf', 'not', 'const'])
    expect(isCause(finding(keyword)), keyword).toBe(true);
});

test('a problem is a pointer into the value and a sentence that goes on', () => {
  expect(schemaProblem(finding('type', '#/a~1b/0', 'Instance type "number" is invalid.'))).toEqual({
    pointer: '/a~1b/0',
    message: 'type "number" is invalid',
  });
  expect(schemaProblem(finding('type', '#/%C3%A4%20b', 'Wrong.'))).toEqual({ pointer: '/ä b', message: 'wrong' });
  expect(schemaProblem(finding('type')).pointer).toBe('');
  const inside = finding('type', '#/a', 'Instance /b. Instance type "x." is invalid');
  expect(schemaProblem(inside).message).toBe('/b. Instance type "x." is invalid');
});

test('what a sensitive pointer covers is not quoted', () => {
  const quoted = (sensitive: string[]) =>
    schemaProblem(finding('type', '#/card/pin', 'Instance type "4711" is invalid.'), sensitive).message.includes(
      '4711',
    );
  expect([['/card/pin'], ['/x', '/card'], ['']].map(quoted)).toEqual([false, false, false]);
  expect([[], ['/card/pin/a'], ['/card/pi'], ['/car'], ['/pin']].map(quoted)).toEqual([true, true, true, true, true]);
});
