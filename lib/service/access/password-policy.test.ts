import { expect, test } from 'vitest';
import { generatePassword } from './password.ts';
import { problemOfPassword } from './password-policy.ts';

const ada = { email: 'ada.lovelace@example.com', name: 'Ada Lovelace' };
const problem = (password: string) => problemOfPassword(password, ada);

test.for([
  'passwordpassword',
  '123456789012',
  'Password2026!',
  '!!Dragon!!1999',
  'qwertyuiop123',
  'PASSWORD1234',
  'aaaaaaaaaaaaaaaa',
  'abcabcabcabc',
  'ｐａｓｓｗｏｒｄ1234',
])('%s is a common password', (password) => {
  expect(problem(password)).toContain('common');
});

test.for([
  'Ada Lovelace',
  'ada.lovelace@example.com',
  'Lovelace-Ada-1815',
  'adaadaada123',
  'example.com!Ada',
  'Lovelace 1234567',
])('%s is made of the name of its operator', (password) => {
  expect(problem(password)).toContain('name');
});

test.for([
  'correct horse battery',
  'only-looking-around',
  'Adamant oaks grow',
  'lovelace wrote the first program',
  'Lovelace 12345678',
  'abcdeabcdeabcde',
  '!!!!!!!dragon',
  '4f2c9e1ab073',
])('%s can be used', (password) => {
  expect(problem(password)).toBeUndefined();
});

test('what is made of one or two letters of a short name can be used', () => {
  expect(problemOfPassword('jolly lions', { email: 'jo.li@example.com', name: 'Jo Li' })).toBeUndefined();
});

test('a generated password can be used', () => {
  for (let tries = 0; tries < 100; tries += 1) expect(problem(generatePassword())).toBeUndefined();
});
