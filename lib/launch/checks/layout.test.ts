import { expect, test } from 'vitest';
import { checkLayout } from './layout.ts';

const paths = [
  'app/page.tsx',
  'components/ui/button.tsx',
  'e2e/run.spec.ts',
  'lib/contract/index.ts',
  'public/icon.svg',
  'next.config.mjs',
  'package.json',
  'tailwind.config.ts',
  'tsconfig.json',
];
const packages = [
  '@playwright/test',
  '@tanstack/react-query',
  '@tanstack/react-table',
  'next',
  'next-auth',
  'react',
  'tailwindcss',
  'zod',
];

test('the agreed layout is fine, with docs and what tools need', () => {
  expect(checkLayout([...paths, 'docs/architecture.md', 'bench/run.ts', 'vitest.config.ts'], packages)).toEqual([]);
});

test.each(paths)('without %s something is missing', (path) => {
  const rest = paths.filter((other) => other !== path);
  expect(checkLayout(rest, packages)).toEqual([`${path.split('/')[0]}: missing at the top level`]);
});

test.each(['pages/api/blobs.ts', 'next.config.ts', 'src/index.ts'])('%s is refused', (path) => {
  expect(checkLayout([...paths, path], packages)).toEqual([
    expect.stringMatching(`^${path.split('/')[0]}: not agreed at the top level`),
  ]);
});

test.each(['next-auth', '@tanstack/react-table'])('the package %s stays', (agreed) => {
  const rest = packages.filter((name) => name !== agreed);
  expect(checkLayout(paths, rest)).toEqual([`package.json: the package ${agreed} is missing`]);
});
