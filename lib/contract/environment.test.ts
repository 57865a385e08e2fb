import { expect, test } from 'vitest';
import { ConfigError, readHiddenVariable, readVariable } from './environment.ts';

const even = (text: string) => (Number(text) % 2 === 0 ? Number(text) : undefined);

test('a variable is read; one that is not set or empty is none', () => {
  expect(readVariable({ N: '4' }, 'N', 'even', even)).toBe(4);
  expect(readVariable({ N: '0' }, 'N', 'even', even)).toBe(0);
  expect(readVariable({}, 'N', 'even', even)).toBeUndefined();
  expect(readVariable({ N: '' }, 'N', 'even', even)).toBeUndefined();
});

test('a wrong one is named with its value and what is allowed; never with a user and password', () => {
  const refuse = () => undefined;
  expect(() => readVariable({ N: '5' }, 'N', 'an even number', even)).toThrow('N is "5"; allowed: an even number');
  expect(() => readVariable({ N: '5' }, 'N', 'an even number', even)).toThrow(ConfigError);
  expect(() => readVariable({ U: 'http://me:hunter2@host/a@b' }, 'U', 'a URL', refuse)).toThrow('U is "http://***@b"');
  expect(() => readHiddenVariable({ S: 'hunter2' }, 'S', 'text', refuse)).toThrow(
    'S (a value of 7 characters) cannot be used; allowed: text',
  );
});
