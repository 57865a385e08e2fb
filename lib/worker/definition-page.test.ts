import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { TaskContext, TaskDefinition, TaskState } from '#engine';
import * as worker from './index.ts';

const page = readFileSync(new URL('../../docs/concepts/task-type.md', import.meta.url), 'utf8');

const definition = {
  ...{ type: 0, version: 0, description: 0, input: 0, exampleInput: 0, events: 0, retry: 0, timeoutInMs: 0 },
  ...{ sensitive: 0, childSecrets: 0, passesEventsOn: 0, fingerprint: 0, run: 0 },
} satisfies Record<keyof TaskDefinition, 0>;

const context = {
  ...{ taskId: 0, runCount: 0, attempt: 0, signal: 0, log: 0, state: 0, step: 0, sleep: 0, waitForEvent: 0, lock: 0 },
  ...{ createTask: 0, childSecret: 0, waitForTask: 0 },
} satisfies Record<keyof TaskContext, 0>;

const state = {
  ...{ get: 0, list: 0, save: 0, transaction: 0, delete: 0, saveBlob: 0, uploadBlob: 0, openBlob: 0 },
} satisfies Record<keyof TaskState, 0>;

test('docs/concepts/task-type.md has a row for each member of a definition', () => {
  expect(Object.keys(definition).filter((name) => !page.includes(`\n| \`${name}\` `))).toEqual([]);
});

test('the page names everything that a handler can call and read', () => {
  const names = [...Object.keys(context), ...Object.keys(state)];
  expect(names.filter((name) => !new RegExp(`\`${name}[\`(]`).test(page))).toEqual([]);
});

test('the page has a row for each error that a worker exports', () => {
  const errors = Object.keys(worker).filter((name) => name.endsWith('Error'));
  expect(errors.filter((name) => !page.includes(`\n| \`${name}\` `))).toEqual([]);
});
