import { expect, test } from 'vitest';
import { fromTexts, toTexts } from './bounds-texts.ts';

test('bounds are typed as names with commas or spaces between them, and an empty field is none', () => {
  const texts = { types: ' billing.*, mail  sms ', queues: '', stores: ' , ' };
  expect(fromTexts(texts)).toEqual({ types: ['billing.*', 'mail', 'sms'] });
  expect(toTexts(fromTexts(texts))).toEqual({ types: 'billing.*, mail, sms', queues: '', stores: '' });
  expect(fromTexts(toTexts(undefined))).toBeUndefined();
});
