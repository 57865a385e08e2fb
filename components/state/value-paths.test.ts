import { expect, test } from 'vitest';
import { valuePaths } from './value-paths.ts';

test('paths come from the schema and from the values that are shown whole', () => {
  const schema = { properties: { total: {}, customer: { properties: { 'a/b': { type: 'string' } } } } };
  const previews = ['{"total":1,"address":{"city":"x","tags":["a"]}}', '{"cut":"off', undefined, '7'];
  expect(valuePaths(schema, previews)).toEqual(['/address/city', '/address/tags', '/customer/a~1b', '/total']);
});
