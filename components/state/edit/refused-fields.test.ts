import { expect, test } from 'vitest';
import { refusedFields } from './refused-fields.ts';

test('each field says the first that is wrong with it, and the value says where', () => {
  const errors = [
    { pointer: '/ttlInSeconds', message: 'too long' },
    { pointer: '/ttlInSeconds', message: 'not whole' },
    { pointer: '/value/lines/0', message: 'not a number' },
    { pointer: '/value', message: 'incomplete' },
    { pointer: '/unknown', message: 'nobody shows it' },
  ];
  expect(refusedFields({ errors })).toEqual({
    errors: { expiry: 'too long' },
    valueErrors: [
      { pointer: '/lines/0', message: 'not a number' },
      { pointer: '', message: 'incomplete' },
    ],
  });
  expect(refusedFields(undefined)).toEqual({ errors: {}, valueErrors: [] });
});
