import { expect, test } from 'vitest';
import { generatePassword, hashPassword, verifyPassword } from './password.ts';

const cheap = { N: 1_024, r: 8, p: 1 };

test('a password is verified by its hash, each with a salt of its own, however its letters are composed', async () => {
  const [one, other] = await Promise.all([
    hashPassword('caf\u00e9 noir', cheap),
    hashPassword('caf\u00e9 noir', cheap),
  ]);
  expect(one).not.toBe(other);
  expect(one).toMatch(/^scrypt\$1024\$8\$1\$[\w+/]{22}==\$[\w+/]{43}=$/);
  expect(await verifyPassword('caf\u00e9 noir', one)).toBe(true);
  expect(await verifyPassword('cafe\u0301 noir', one)).toBe(true);
  expect(await verifyPassword('cafe noir', one)).toBe(false);
  expect(await verifyPassword('', one)).toBe(false);
  expect(await verifyPassword('caf\u00e9 noir', undefined)).toBe(false);
});

test('generated passwords are long, different, and have no letters that look alike', () => {
  const passwords = Array.from({ length: 200 }, generatePassword);
  expect(new Set(passwords).size).toBe(200);
  for (const password of passwords) expect(password).toMatch(/^[a-km-np-zA-HJ-NP-Z2-9]{24}$/);
  expect(new Set(passwords.join('')).size).toBe(
    new Set('abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789').size,
  );
});

test('beyond 64 that wait, a sign-in is told to come back', async () => {
  const asked = await Promise.allSettled(Array.from({ length: 70 }, () => hashPassword('p', cheap)));
  const refused = asked.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(4);
  expect(refused[0]).toMatchObject({ reason: { code: 'TooManyRequests', headers: { 'retry-after': '2' } } });
  expect(await hashPassword('p', cheap)).toContain('scrypt');
});
