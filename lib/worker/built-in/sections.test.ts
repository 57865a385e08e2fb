import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { builtInTypes } from './index.ts';

test('docs/built-in-types.md has a section for each type', () => {
  const page = readFileSync(new URL('../../../docs/built-in-types.md', import.meta.url), 'utf8');
  const missing = builtInTypes().filter(({ type }) => !page.includes(`\n## \`${type}\`\n`));
  expect(missing.map(({ type }) => type)).toEqual([]);
});
