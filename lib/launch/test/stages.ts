import { inProject } from '../project.mjs';

/** The parts of `npm test` that can be run alone: `npm test -- checks`. */
export const parts = ['checks', 'unit', 'browser'] as const;
export type Part = (typeof parts)[number];

/** One stage: commands that must all succeed. */
export type Stage = {
  part: Part;
  name: string;
  /** Arguments of Node, one list per command. */
  commands: readonly (readonly string[])[];
  /** The report of its tests. Without one, the stage counts as one test. */
  report?: { kind: 'vitest' | 'playwright'; file: string };
  /** Prints its output as it comes, not only when it fails. */
  isLoud?: boolean;
};

const bin = (path: string) => inProject(`node_modules/${path}`);
const vitestReport = 'test-results/vitest.json';
const next = bin('next/dist/bin/next');

export const stages: readonly Stage[] = [
  {
    part: 'checks',
    name: 'Lint',
    commands: [
      [
        bin('@biomejs/biome/bin/biome'),
        'ci',
        '--error-on-warnings',
        ...(process.stdout.isTTY ? [] : ['--colors=off']),
        '.',
      ],
    ],
  },
  {
    part: 'checks',
    name: 'Types',
    commands: [
      [next, 'typegen'],
      [bin('typescript/bin/tsc'), '--noEmit'],
    ],
  },
  { part: 'checks', name: 'Unused code', commands: [[bin('knip/bin/knip.js'), '--no-progress']] },
  { part: 'checks', name: 'Rooms, sizes, docs', commands: [[inProject('lib/launch/checks/run.ts')]] },
  {
    part: 'unit',
    name: 'Unit and integration',
    commands: [
      [bin('vitest/vitest.mjs'), 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${vitestReport}`],
    ],
    report: { kind: 'vitest', file: vitestReport },
    isLoud: true,
  },
  {
    part: 'browser',
    name: 'Browser',
    commands: [[bin('@playwright/test/cli.js'), 'test']],
    report: { kind: 'playwright', file: 'test-results/playwright.json' },
    isLoud: true,
  },
];
