import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#database/testing';
import { started } from '../contract/testing/started.ts';

const migrated = started(createTestDatabase, 'drop');

test('addresses from before there was one form get it, unless another operator has it', async () => {
  const { owner } = migrated;
  const emails = ['ada@x.y', 'rene\u0301@x.y', 'zoe\u0308@x.y', 'zo\u00eb@x.y'];
  for (const email of emails)
    await owner`insert into operator (email, name, password_hash, scopes) values (${email}, ${email}, '', '{}')`;
  await owner.unsafe(await readFile(new URL('migrations/0208_normal_emails.sql', import.meta.url), 'utf8'));
  const after = await owner<{ email: string }[]>`select email from operator order by name`;
  expect(after.map(({ email }) => email)).toEqual(['ada@x.y', 'ren\u00e9@x.y', 'zoe\u0308@x.y', 'zo\u00eb@x.y']);
});
