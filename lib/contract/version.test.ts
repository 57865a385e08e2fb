import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { taskdeckVersion } from './version.ts';

test('the version is that of the package', async () => {
  const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  expect(JSON.parse(manifest)).toMatchObject({ version: taskdeckVersion });
});
