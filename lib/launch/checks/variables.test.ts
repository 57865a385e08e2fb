import { expect, test } from 'vitest';
import { checkVariables } from './variables.ts';

const page = { path: 'docs/operations.md', text: '| `TASKDECK_PORT` | 80 |\n\nSee `TASKDECK_HOST`.' };

test('variables that are read and named are fine, and those of tests and of the embedded database are nobody’s concern', () => {
  const sources = [
    { path: 'lib/service/config.ts', text: "read('TASKDECK_PORT'); env.TASKDECK_HOST; 'TASKDECK_AZURE_' + name" },
    { path: 'lib/service/a.test.ts', text: 'TASKDECK_OTHER' },
    { path: 'lib/launch/children.ts', text: 'TASKDECK_POSTGRES_PORT' },
  ];
  expect(checkVariables(sources, [page])).toEqual([]);
});

test('a variable without documentation, and a row about none, are named', () => {
  expect(checkVariables([{ path: 'lib/worker/config.ts', text: 'TASKDECK_NAME: z.string()' }], [page])).toEqual([
    'lib/worker/config.ts: docs/operations.md has no row for TASKDECK_NAME',
    'docs/operations.md: nothing reads TASKDECK_PORT',
  ]);
});
