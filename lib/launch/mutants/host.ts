// Runs test files on request in a Vitest whose sandbox is the working folder. It is a separate process, so
// that a mutant that never returns can be ended with everything that it started.
import { createVitest, type TestModule } from 'vitest/node';
import { z } from 'zod';
import { type RunAnswer, type RunRequest, runRequest } from './host-messages.ts';

const activeMutantVariable = '__STRYKER_ACTIVE_MUTANT__'; // the instrumented source reads it
const coverageVariable = 'TASKDECK_MUTANT_COVERAGE_FOLDER';

const withMessage = z.object({ message: z.string() });

const sandbox = process.cwd();
const vitest = await createVitest(
  {
    root: sandbox,
    // Instead of the projects of the configuration: each run has a process of its own.
    projects: [{ extends: true, test: { setupFiles: [`${sandbox}/lib/launch/mutants/coverage-of-tests.ts`] } }],
    watch: false,
    fsModuleCachePath: `${sandbox}/.vitest-cache`, // another Vitest of the project removes what is in the shared one
    bail: 1,
    maxWorkers: 1,
    pool: 'forks',
    reporters: [{}],
    onConsoleLog: () => false,
  },
  { cacheDir: `${sandbox}/.vite`, logLevel: 'silent' },
);
const project = onlyProject(vitest.projects);
const { testTimeout, hookTimeout } = project.config;

async function run(request: RunRequest): Promise<RunAnswer> {
  setVariable(activeMutantVariable, request.mutant);
  setVariable(coverageVariable, request.coverageFolder);
  project.config.testTimeout = request.testTimeoutInMs ?? testTimeout;
  project.config.hookTimeout = request.testTimeoutInMs ?? hookTimeout;
  const startedAt = performance.now();
  const specification = project.createSpecification(`${sandbox}/${request.file}`);
  const { testModules: all, unhandledErrors } = await vitest.runTestSpecifications([specification]);
  const testModules = all.filter(({ moduleId }) => moduleId === specification.moduleId); // others belong to earlier runs
  const failures = [
    ...testModules.flatMap(failuresOf),
    ...unhandledErrors.map((error) => withMessage.safeParse(error).data?.message ?? 'an error that no test caught'),
  ];
  if (testModules.length === 0) failures.push('no tests ran');
  const durations = testModules.flatMap((module) =>
    Array.from(module.children.allTests(), (test) => test.diagnostic()?.duration ?? 0),
  );
  return {
    hasPassed: failures.length === 0,
    isTimeout: failures.length > 0 && failures.every((failure) => / timed out in \d+ms/.test(failure)),
    failure: failures[0] ?? '',
    durationInMs: performance.now() - startedAt,
    slowestTestInMs: Math.max(0, ...durations),
  };
}

function onlyProject<T>([project]: readonly T[]): T {
  if (project === undefined) throw new Error('Vitest made no project');
  return project;
}

function failuresOf(module: TestModule): string[] {
  const failures = module.errors().map(({ message }) => message);
  for (const suite of module.children.allSuites()) failures.push(...suite.errors().map(({ message }) => message));
  for (const test of module.children.allTests()) {
    const { errors = [] } = test.result();
    failures.push(...errors.map(({ message }) => `${test.fullName}: ${message}`));
  }
  return failures;
}

function setVariable(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}

process.on('message', (message) => {
  run(runRequest.parse(message)).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => void vitest.close().finally(() => process.exit(0)));
process.send?.('ready');
