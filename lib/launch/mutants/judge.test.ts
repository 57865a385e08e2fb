import { describe, expect, test } from 'vitest';
import type { TestFileCoverage } from './coverage.ts';
import type { RunAnswer } from './host-messages.ts';
import type { Host } from './host-process.ts';
import { instrument } from './instrument.ts';
import { judgeMutant, testsFor } from './judge.ts';
import { mutantOf } from './mutant.factory.ts';
import { isBelowAim, scoreByRoom, scoreTable } from './score.ts';

const reaches = (durationInMs: number, ...reached: string[]): TestFileCoverage => ({
  durationInMs,
  slowestTestInMs: durationInMs,
  reached: new Set(reached),
});
const mutant = mutantOf({ id: '5' });

/** Answers by the test file, and records which files were run. */
function hostThat(answers: Record<string, Partial<RunAnswer> | undefined>): Host & { ran: string[] } {
  const ran: string[] = [];
  return {
    ran,
    async run({ file }) {
      ran.push(file);
      if (file in answers && answers[file] === undefined) return undefined;
      return { hasPassed: true, isTimeout: false, failure: '', durationInMs: 1, slowestTestInMs: 1, ...answers[file] };
    },
    async close() {},
  };
}

describe('the tests of a mutant', () => {
  const coverage = new Map([
    ['lib/service/state/state.test.ts', reaches(10, '5')],
    ['lib/state/entries/save.test.ts', reaches(30, '5')],
    ['lib/state/versions/versions.test.ts', reaches(20, '5')],
    ['lib/state/write/plans.test.ts', reaches(50, '5')],
    ['lib/state/write/racing.test.ts', reaches(5, '6')],
    ['components/state/state-filters.test.ts', reaches(5, '5')],
  ]);

  test('are those that reach it, the nearest first, then the quickest', () => {
    expect(testsFor(mutant, coverage).map(({ file }) => file)).toEqual([
      'lib/state/write/plans.test.ts',
      'lib/state/versions/versions.test.ts',
      'lib/state/entries/save.test.ts',
      'lib/service/state/state.test.ts',
    ]);
  });

  test.each([
    { budgetInMs: 1_000, runs: 4 },
    { budgetInMs: 70, runs: 2 },
    { budgetInMs: 1, runs: 1 },
  ])(
    'end at a budget of $budgetInMs ms, but for the first, and it is told how many did not run',
    async ({ budgetInMs, runs }) => {
      const host = hostThat({});
      const { verdict, notRun } = await judgeMutant(mutant, coverage, host, budgetInMs);
      expect([verdict, host.ran.length, notRun]).toEqual(['survived', runs, 4 - runs]);
    },
  );
});

describe('a mutant', () => {
  const coverage = new Map([
    ['lib/state/write/a.test.ts', reaches(1, '5')],
    ['lib/state/write/b.test.ts', reaches(2, '5')],
  ]);
  const judge = async (answers: Record<string, Partial<RunAnswer> | undefined>, id = '5') => {
    const host = hostThat(answers);
    const { verdict } = await judgeMutant(mutantOf({ id }), coverage, host, 1_000);
    return { verdict, files: host.ran.length };
  };

  test('is killed by the first file that fails, and no further one runs', async () => {
    expect(await judge({ 'lib/state/write/a.test.ts': { hasPassed: false } })).toEqual({ verdict: 'killed', files: 1 });
    expect(await judge({ 'lib/state/write/b.test.ts': { hasPassed: false } })).toEqual({ verdict: 'killed', files: 2 });
  });

  test('that makes tests or the whole run too slow is told apart', async () => {
    const slowTest = { hasPassed: false, isTimeout: true };
    expect(await judge({ 'lib/state/write/a.test.ts': slowTest })).toEqual({ verdict: 'timeout', files: 1 });
    expect(await judge({ 'lib/state/write/a.test.ts': undefined })).toEqual({ verdict: 'timeout', files: 1 });
  });

  test('survives when every file passes, and is uncovered when none reaches it', async () => {
    expect(await judge({})).toEqual({ verdict: 'survived', files: 2 });
    expect(await judge({}, '9')).toEqual({ verdict: 'uncovered', files: 0 });
  });
});

describe('the score of a room', () => {
  const verdicts = ['killed', 'killed', 'timeout', 'survived', 'uncovered', 'refused', 'refused'] as const;
  const judged = verdicts.map((verdict) => ({ mutant, verdict }));

  test('counts timeouts as noticed, what no test reaches as not, and what types refuse not at all', () => {
    const [score] = scoreByRoom(judged, new Map([['state/write', 800]]));
    expect(score).toMatchObject({ room: 'state/write', total: 800, tried: 5, killed: 2, timeout: 1, refused: 2 });
    expect(score?.percent).toBe(60);
    expect(score && isBelowAim(score)).toBe(true);
  });

  test('is rounded down, so that an aim is reached or not', () => {
    const many = Array.from(
      { length: 1_000 },
      (_, at) => ({ mutant, verdict: at < 51 ? 'survived' : 'killed' }) as const,
    );
    const [score] = scoreByRoom(many, new Map());
    expect(score?.percent).toBe(94);
    expect(score && isBelowAim(score)).toBe(true);
  });

  test('is a row of the table', () => {
    const table = scoreTable(scoreByRoom(judged, new Map([['state/write', 800]])));
    expect(table.split('\n').at(-1)).toBe('| `state/write` | 800 | 2 | 5 | 2 | 1 | 1 | 1 | 60 % | 95 % |');
  });
});

test('mutants name the place and the text that they replace', async () => {
  const { files, mutants } = await instrument(['lib/engine/locks/lock-feed.ts']);
  expect(files).toHaveLength(1);
  expect(mutants.length).toBeGreaterThan(5);
  expect(mutants.every(({ room }) => room === 'engine/locks')).toBe(true);
  expect(mutants.some(({ kind }) => kind === 'StringLiteral')).toBe(false);
  const added = mutants.find(({ kind, original }) => kind === 'ArrayDeclaration' && original === '[]');
  expect(added).toMatchObject({ file: 'lib/engine/locks/lock-feed.ts', replacement: '["Stryker was here"]' });
});
