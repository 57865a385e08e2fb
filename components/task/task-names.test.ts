import { expect, it } from 'vitest';
import { parseJson } from '#contract';
import { askedWords } from '../approval/approval-columns.tsx';
import { holderName } from '../lock/lock-row.ts';
import { nameOfTask } from './task-names.ts';

/** Ids that are legal, and that every object inherits a member of. */
const ids = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];

it.each(ids)('a task called %s has the name that it was given, and none otherwise', (taskId) => {
  const named = parseJson(`{${JSON.stringify(taskId)}: "Nightly"}`);
  expect(nameOfTask(Object(named), taskId)).toBe('Nightly');
  expect(nameOfTask({}, taskId)).toBeUndefined();
  expect(holderName({ taskId, owner: 'a program' }, {})).toBe('a program');
  expect(askedWords({ target: { taskId, runCount: 1 }, asked: undefined, taskNames: {} })).toBe(
    `See the hidden values of run 1 of ${taskId}`,
  );
});
