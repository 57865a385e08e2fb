import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../contract/testing/temporary-folder.ts';
import { keepSecret } from './keys.ts';

const folder = temporaryFolder('keys');

test('a secret is the same for all who ask at the same time, and later', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `secret-${index}`);
  for (const name of names) {
    const secrets = await Promise.all(Array.from({ length: 8 }, () => keepSecret(folder, name)));
    expect(new Set(secrets)).toEqual(new Set([await keepSecret(folder, name)]));
    expect(secrets[0]).toMatch(/^[\w-]{43}$/);
  }
  expect(new Set(await Promise.all(names.map((name) => keepSecret(folder, name)))).size).toBe(names.length);
  expect((await readdir(join(folder, 'keys'))).toSorted(), 'and nothing else').toEqual(names.toSorted());
});

test('an empty file, as a full disk left it, is refused and not taken as a secret', async () => {
  await mkdir(join(folder, 'keys'), { recursive: true });
  await writeFile(join(folder, 'keys', 'session'), '');
  await expect(keepSecret(folder, 'session')).rejects.toThrow('session is empty');
});
