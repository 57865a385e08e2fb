import { afterEach, beforeEach, expect, test } from 'vitest';
import { scopes } from '#contract';
import { createTestDatabase, type TestDatabase } from '#database/testing';
import { ensureFirstOperator, firstOperatorEmail } from './first-operator.ts';
import { verifyPassword } from './password.ts';

let fresh: TestDatabase;
beforeEach(async () => {
  fresh = await createTestDatabase();
});
afterEach(() => fresh.drop());

const operators = () => fresh.database<{ email: string; password_hash: string; scopes: string[] }[]>`
  select email, password_hash, scopes from operator`;
const isPassword = async (password: string) => verifyPassword(password, (await operators())[0]?.password_hash);

test.each([
  ['elevenchars', 'a password has at least 12 characters'],
  ['administrator', 'this password is among the most common ones'],
])('the configured password %s is refused, and no operator is made', async (weak, problem) => {
  const made = ensureFirstOperator(fresh.database, weak);
  await expect(made).rejects.toThrow(`TASKDECK_ADMIN_PASSWORD cannot be used: ${problem}`);
  expect(await operators()).toEqual([]);
});

test('of services that start together one makes the first operator, and it alone tells the password that it made', async () => {
  const told = await Promise.all([1, 2, 3].map(() => ensureFirstOperator(fresh.database, undefined)));
  const [password = '', ...more] = told.filter((text) => text !== undefined);
  expect(more).toEqual([]);
  expect(await operators()).toMatchObject([{ email: firstOperatorEmail, scopes: [...scopes] }]);
  expect(await isPassword(password)).toBe(true);
});

test('a password that is configured is taken and not told; where there is an operator nothing changes', async () => {
  expect(await ensureFirstOperator(fresh.database, 'a configured one')).toBeUndefined();
  expect(await isPassword('a configured one')).toBe(true);
  const before = await operators();
  await fresh.database`update operator set email = 'ada@example.org'`;
  expect(await ensureFirstOperator(fresh.database, undefined)).toBeUndefined();
  expect(await ensureFirstOperator(fresh.database, 'another one')).toBeUndefined();
  expect(await operators()).toEqual(before.map((row) => ({ ...row, email: 'ada@example.org' })));
});
