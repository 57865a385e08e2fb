import { describe, expect, test } from 'vitest';
import { checkRooms, importsOf } from './rooms.ts';
import { checkSizes } from './sizes.ts';

const check = (path: string, text: string) => checkRooms({ path, text });

describe('imports run one way', () => {
  test.each([
    ['lib/contract/task.ts', "import { connect } from '#database';"],
    ['lib/client/task-client.ts', "export type { Engine } from '#engine';"],
    ['lib/dashboard/operator.ts', "import { connect } from '#database';"],
    ['lib/engine/run.ts', "import type { Config } from '#service';"],
    ['lib/engine/run.ts', "import {\n  type Config,\n  readConfig,\n} from '../service/config.ts';"],
    ['lib/service/verb.ts', "const worker = await import('#worker');"],
    ['lib/worker/main.ts', "import '#service';"],
    ['components/task/row.tsx', "import { TaskClient } from '#client';"],
    ['components/task/row.tsx', "import { requireOperator } from '@/lib/dashboard/access/operator.ts';"],
    ['app/page.tsx', "import { migrate } from '#database';"],
    ['lib/service/verb.ts', "import page from '@/app/page.tsx';"],
  ])('%s: %s is refused', (path, text) => {
    expect(check(path, text)).toEqual([expect.stringMatching(/^\S+:1: \w+ may not import \w+/)]);
  });

  test.each([
    [
      'lib/engine/run.ts',
      "import { connect } from '#database';\nimport { x } from './rows/x.ts';\nimport z from 'zod';",
    ],
    ['lib/service/main.ts', "import { createEngine } from '#engine';"],
    ['lib/launch/run-all.ts', "import { migrate } from '#database';\nimport { giveUp } from './steps.mjs';"],
    ['app/(dashboard)/tasks/page.tsx', "import { requireOperator } from '@/lib/dashboard/access/operator.ts';"],
    [
      'components/run/tree.tsx',
      "import { Button } from '@/components/ui/button.tsx';\nimport { step } from '#contract';",
    ],
    ['lib/contract/task.test.ts', "import { createEngine } from '#engine';"],
    ['e2e/fixtures.ts', "import { TaskClient } from '#client';"],
  ])('%s is fine', (path, text) => {
    expect(check(path, text)).toEqual([]);
  });
});

test('only the index of a room is imported from outside it', () => {
  const [problem] = check('lib/service/verb.ts', "\nimport { claim } from '../engine/run/claim.ts';");
  expect(problem).toBe(
    'lib/service/verb.ts:2: only the index.ts of lib/engine may be imported from outside: use #engine, not ../engine/run/claim.ts',
  );
  expect(check('lib/engine/run.ts', "import { createTestDatabase } from '#database/testing';")).toHaveLength(1);
  expect(check('lib/engine/run.test.ts', "import { createTestDatabase } from '#database/testing';")).toEqual([]);
});

test('SQL stays in the rooms that hold it', () => {
  const text = 'const rows = await database<Row[]>`select 1`;';
  expect(check('lib/worker/main.ts', text)).toEqual([expect.stringContaining('SQL belongs in')]);
  expect(check('app/page.tsx', 'await sql.unsafe("select 1")')).toEqual([expect.stringContaining('SQL belongs in')]);
  expect(check('lib/engine/run.ts', text)).toEqual([]);
});

test('components do not fetch', () => {
  for (const text of [
    "await fetch('/api/tasks')",
    "import { useQuery } from '@tanstack/react-query';",
    "'use server';",
  ])
    expect(check('components/task/row.tsx', text)).toEqual([expect.stringContaining('nothing of fetching')]);
});

test('a room that nobody described is refused', () => {
  expect(check('lib/utils/text.ts', '')).toEqual([expect.stringContaining('is not a room')]);
});

test('imports are found in all their forms, with their lines', () => {
  const text =
    "// a word from 'comment'\nimport a from 'a';\nexport * from \"b\";\nimport 'c';\nconst d = import('d');\nimport {\n  e,\n} from 'e';";
  expect(importsOf(text)).toEqual([
    { specifier: 'a', line: 2 },
    { specifier: 'b', line: 3 },
    { specifier: 'c', line: 4 },
    { specifier: 'd', line: 5 },
    { specifier: 'e', line: 6 },
  ]);
});

test('long files and long pages are refused', () => {
  const lines = (count: number) => 'x\n'.repeat(count);
  expect(checkSizes({ path: 'lib/engine/run.ts', text: lines(400) })).toEqual([]);
  expect(checkSizes({ path: 'lib/engine/run.ts', text: lines(401) })).toHaveLength(1);
  expect(checkSizes({ path: 'app/(dashboard)/tasks/page.tsx', text: lines(41) })).toHaveLength(1);
  expect(checkSizes({ path: 'app/(dashboard)/tasks/tasks-page.tsx', text: lines(41) })).toEqual([]);
});
