import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskOf, minimumMaskedLength } from './masking.ts';

const value = 'pä"ss/w+rd?&= \\ 4711';
const mask = maskOf([value]);

describe('a value is masked', () => {
  const forms: Record<string, string> = {
    'as it is': value,
    'inside of JSON': JSON.stringify({ value }),
    'inside of JSON inside of JSON': JSON.stringify(JSON.stringify({ value })),
    'inside of JSON inside of JSON inside of JSON': JSON.stringify(JSON.stringify(JSON.stringify({ value }))),
    'in JSON of ASCII only': JSON.stringify(value).replace('ä', '\\u00e4'),
    'in JSON with escaped slashes': JSON.stringify(value).replaceAll('/', '\\/'),
    'in a URL': `https://x/?key=${encodeURIComponent(value)}`,
    'in a URL, with small digits': encodeURIComponent(value).toLowerCase(),
    'in a form': new URLSearchParams({ key: value }).toString(),
    'as hexadecimal digits': Buffer.from(value).toString('hex'),
    'as large hexadecimal digits': Buffer.from(value).toString('hex').toUpperCase(),
    'as base64': Buffer.from(value).toString('base64'),
    'as base64 for URLs': Buffer.from(value).toString('base64url'),
    'in basic authentication': `Basic ${Buffer.from(`ada:${value}`).toString('base64')}`,
  };
  test.each(Object.entries(forms))('%s', (_, text) => {
    expect(mask(text)).toContain('***');
    expect(mask(text)).not.toContain('4711');
    expect(mask(text)).not.toContain(Buffer.from('4711').toString('hex'));
  });
});

test('base64 of nothing but a value is masked to its end', () => {
  for (const secret of ['four', 'fives', 'sixsix', value])
    for (const encoding of ['base64', 'base64url'] as const)
      expect(maskOf([secret])(Buffer.from(secret).toString(encoding))).toBe('***');
});

test('base64 of a value between any other bytes keeps none of its middle, in both alphabets', () => {
  const bytes = fc.uint8Array({ maxLength: 8 });
  const secret = fc.string({ minLength: minimumMaskedLength, maxLength: 40, unit: 'grapheme' });
  fc.assert(
    fc.property(bytes, secret, bytes, (before, text, after) => {
      const whole = Buffer.concat([before, Buffer.from(text), after]);
      for (const encoding of ['base64', 'base64url'] as const)
        expect(maskOf([text])(whole.toString(encoding))).toContain('***');
    }),
  );
});

test('values shorter than four characters stay, and other text is unchanged', () => {
  expect(minimumMaskedLength).toBe(4);
  expect(maskOf(['abc', ''])('abc is short')).toBe('abc is short');
  expect(maskOf(['abcd'])('abc abcd')).toBe('abc ***');
  expect(mask('nothing of it: 4711')).toBe('nothing of it: 4711');
});
