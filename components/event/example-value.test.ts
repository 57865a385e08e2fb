import { expect, it } from 'vitest';
import { exampleOf } from './example-value.ts';

it('offers the required members with values of their types', () => {
  const schema = {
    type: 'object',
    properties: {
      approved: { type: 'boolean' },
      by: { type: 'string' },
      note: { type: 'string' },
      level: { enum: ['low', 'high'] },
    },
    required: ['approved', 'by', 'level'],
  };
  expect(JSON.parse(exampleOf(schema))).toEqual({ approved: true, by: '', level: 'low' });
});

it('prefers what the schema gives', () => {
  expect(exampleOf({ type: 'object', examples: [{ id: 9007199254740993n }] })).toContain('9007199254740993');
  expect(exampleOf({ type: 'integer', default: 7 })).toBe('7');
  expect(exampleOf(undefined)).toBe('{}');
});
