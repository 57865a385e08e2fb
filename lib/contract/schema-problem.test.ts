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
});
