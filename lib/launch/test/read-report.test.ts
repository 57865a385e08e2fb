import { expect, test } from 'vitest';
import { inProject } from '../project.mjs';
import { readReport } from './read-report.ts';

const vitest = {
  numPassedTests: 1,
  numFailedTests: 1,
  numPendingTests: 1,
  numTodoTests: 0,
  testResults: [
    {
      name: inProject('lib/a.test.ts'),
      status: 'failed',
      message: '',
      assertionResults: [
        { fullName: 'adds', status: 'passed', failureMessages: [] },
        { fullName: 'divides', status: 'failed', failureMessages: ['\u001b[31mError: by zero\u001b[39m\n  at a.ts:1'] },
        { fullName: 'is left out', status: 'skipped', failureMessages: [] },
      ],
    },
    { name: inProject('lib/b.test.ts'), status: 'failed', message: 'SyntaxError: no\nat b', assertionResults: [] },
    { name: inProject('lib/c.test.ts'), status: 'passed', message: '', assertionResults: [] },
  ],
};

const spec = (title: string, status: string, errors: readonly string[]) => ({
  title,
  file: 'a.spec.ts',
  line: 7,
  tests: [{ status, results: [{ errors: errors.map((message) => ({ message })) }] }],
});
const playwright = {
  stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 1 },
  suites: [
    {
      specs: [spec('opens', 'expected', [])],
      suites: [
        { specs: [spec('closes', 'unexpected', ['Error: still open\nat x']), spec('is left out', 'skipped', [])] },
      ],
    },
  ],
  errors: [{ message: 'the server did not start' }],
};

test.for([
  [
    'vitest',
    vitest,
    [
      'lib/a.test.ts › divides: Error: by zero',
      'lib/a.test.ts › is left out: did not run',
      'lib/b.test.ts › the file: SyntaxError: no',
    ],
  ],
  [
    'playwright',
    playwright,
    [
      'a.spec.ts:7 › closes: Error: still open',
      'a.spec.ts:7 › is left out: did not run',
      'e2e › the run: the server did not start',
    ],
  ],
] as const)(
  'names what failed in a report of %s, wherever it is, and counts what did not run',
  ([kind, report, failures]) => {
    expect(readReport(kind, JSON.stringify(report))).toEqual({ passed: 1, failed: 2, failures });
  },
);
