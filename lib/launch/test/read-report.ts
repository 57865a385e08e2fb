import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { projectFolder } from '../project.mjs';

/** How many tests passed and failed, and a line for each that failed. */
export type Outcome = { passed: number; failed: number; failures: readonly string[] };

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(
    z.object({
      status: z.string(),
      results: z.array(z.object({ errors: z.array(z.object({ message: z.string() })) })),
    }),
  ),
});
const playwrightSuite = z.object({
  specs: z.array(playwrightSpec).default([]),
  get suites() {
    return z.array(playwrightSuite).default([]);
  },
});
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  suites: z.array(playwrightSuite),
  errors: z.array(z.object({ message: z.string() })).default([]),
});

/** Reads what a runner of tests reported. A test that did not run counts as failed. */
export function readReport(kind: 'vitest' | 'playwright', text: string): Outcome {
  return kind === 'vitest' ? ofVitest(JSON.parse(text)) : ofPlaywright(JSON.parse(text));
}

function ofVitest(json: unknown): Outcome {
  const report = vitestReport.parse(json);
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(projectFolder, name);
    const tests = assertionResults.filter((test) => test.status !== 'passed');
    if (tests.length === 0 && status !== 'passed') return [lineOf(file, 'the file', [message])];
    return tests.map((test) => lineOf(file, test.fullName, test.failureMessages));
  });
  const failed = report.numFailedTests + report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, failed, failures };
}

function ofPlaywright(json: unknown): Outcome {
  const { stats, suites, errors } = playwrightReport.parse(json);
  const failures = suites
    .flatMap(specsIn)
    .filter(({ tests }) => tests.some(({ status }) => status !== 'expected'))
    .map(({ title, file, line, tests }) =>
      lineOf(
        `${file}:${line}`,
        title,
        tests.flatMap(({ results }) => results.flatMap((result) => result.errors.map(({ message }) => message))),
      ),
    );
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped,
    failures: [...failures, ...errors.map(({ message }) => lineOf('e2e', 'the run', [message]))],
  };
}

function specsIn(suite: z.infer<typeof playwrightSuite>): z.infer<typeof playwrightSpec>[] {
  return [...suite.specs, ...suite.suites.flatMap(specsIn)];
}

function lineOf(place: string, test: string, [message = 'did not run']: readonly string[]): string {
  const [firstLine] = stripVTControlCharacters(message).split('\n');
  return `${place} › ${test}: ${firstLine}`;
}
