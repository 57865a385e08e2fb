import { expect, test } from 'vitest';
import { z } from 'zod';
import { queryOf, readListOptions } from './list-options.ts';

const params = new URLSearchParams('status=failed&tag=a%3D1&status=running&store=people&search=');

test('a name that occurs several times has a list, and the excepted name is omitted', () => {
  expect(queryOf(params, 'store')).toEqual({ status: ['failed', 'running'], tag: 'a=1', search: '' });
  expect(queryOf(params)).toHaveProperty('store', 'people');
});

test('options are parsed by the schema, and what it refuses is named', () => {
  const schema = z.strictObject({ status: z.array(z.string()), tag: z.string(), search: z.string() });
  expect(readListOptions(schema, params, 'store')).toEqual({ status: ['failed', 'running'], tag: 'a=1', search: '' });
  expect(() => readListOptions(schema.extend({ tag: z.coerce.number() }), params, 'store')).toThrow(
    expect.objectContaining({
      problem: expect.objectContaining({ errors: [expect.objectContaining({ pointer: 'query/tag' })] }),
    }),
  );
});
