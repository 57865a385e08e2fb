import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson, stringifyJson } from '#contract';
import { maskJson } from './mask-json.ts';
import { maskOf, noMask } from './masking.ts';

const mask = maskOf(['47110815']);

test('a number that contains the digits of a secret becomes a string, and the text stays JSON', () => {
  expect(maskJson('{"account":47110815,"more":[-47110815.5,1471108150,4711]}', mask)).toBe(
    '{"account":"***","more":["-***.5","1***0",4711]}',
  );
  expect(maskJson('47110815', mask)).toBe('"***"');
  expect(maskJson('{"47110815":"of 47110815","big":123456789012345678901.5}', mask)).toBe(
    '{"***":"of ***","big":123456789012345678901.5}',
  );
});

test('true, false and null stay, also when a secret has these letters', () => {
  expect(maskJson('{"a":true,"b":null,"c":"true"}', maskOf(['true', 'null']))).toBe('{"a":true,"b":null,"c":"***"}');
});

test('a secret that is JSON itself hides the members that contain it', () => {
  const account = maskOf(['{"id":1,"key":"k"}', '"b":2,"c"']);
  expect(maskJson('{"status":200,"body":[{"id":1,"key":"k"}]}', account)).toBe('{"status":200,"body":"***"}');
  expect(maskJson('{"body":{"id":2,"key":"k"}}', account)).toBe('{"body":{"id":2,"key":"k"}}');
  expect(maskJson('[{"id":1,"key":"k"}]', account)).toBe('"***"');
  expect(maskJson('{"a":1,"b":2,"c":3}', account)).toBe('{"a":"***","b":"***","c":"***"}');
});

test('nothing is parsed without secrets', () => {
  expect(maskJson('{ "as": 1.0 }', noMask)).toBe('{ "as": 1.0 }');
});

test('any value with a secret in it stays JSON and loses the secret', () => {
  const secret = fc.oneof(
    fc.integer({ min: 1000, max: 99_999 }).map(String),
    fc.string({ minLength: 4, maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.jsonValue(), secret, (value, text) => {
      const holder = { value, text: `a${text}`, number: Number.parseInt(text, 10) || 0, [text]: [text] };
      const masked = maskJson(stringifyJson(holder), maskOf([text]));
      expect(() => parseJson(masked)).not.toThrow();
      if (!/^[a-z]+$/.test(text)) expect(masked).not.toContain(JSON.stringify(text).slice(1, -1));
    }),
  );
});
