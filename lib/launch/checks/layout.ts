/** The agreed folders and files of the project. */
const requiredEntries = [
  'app',
  'components',
  'e2e',
  'lib',
  'public',
  'next.config.mjs',
  'package.json',
  'tailwind.config.ts',
  'tsconfig.json',
];

/** What else the top level may contain: documents, benchmarks, and files that tools require there. */
const allowedEntries = [
  '.ci',
  '.gitignore',
  '.npmrc',
  'LICENSE',
  'README.md',
  'bench',
  'biome.json',
  'docs',
  'instrumentation-client.ts',
  'knip.json',
  'package-lock.json',
  'patches',
  'playwright.config.ts',
  'postcss.config.mjs',
  'proxy.ts',
  'stryker.config.mjs',
  'tsconfig.package.json',
  'vitest.config.ts',
];

/** The agreed packages of the dashboard. */
const requiredPackages = [
  '@playwright/test',
  '@tanstack/react-query',
  '@tanstack/react-table',
  'next',
  'next-auth',
  'react',
  'tailwindcss',
];

/** Returns the violations of the agreed layout, given the paths of all files and the names of all packages. */
export function checkLayout(paths: readonly string[], packages: readonly string[]): string[] {
  const entries = new Set(paths.map((path) => path.split('/', 1)[0] ?? ''));
  const known = new Set([...requiredEntries, ...allowedEntries]);
  return [
    ...requiredEntries.filter((entry) => !entries.has(entry)).map((entry) => `${entry}: missing at the top level`),
    ...[...entries]
      .filter((entry) => !known.has(entry))
      .map((entry) => `${entry}: not agreed at the top level (lib/launch/checks/layout.ts has the list)`),
    ...requiredPackages
      .filter((name) => !packages.includes(name))
      .map((name) => `package.json: the package ${name} is missing`),
  ];
}
