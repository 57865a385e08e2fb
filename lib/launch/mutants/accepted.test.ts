import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { inProject } from '../project.mjs';
import { accepted } from './accepted.ts';

test.each(accepted)('$file still has $original', async ({ file, original, replacement }) => {
  expect(await readFile(inProject(file), 'utf8')).toContain(original);
  expect(replacement).not.toBe(original);
});
