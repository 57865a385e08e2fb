import { expect, test } from 'vitest';
import { type Operation, operations } from '#contract';
import { hasLocation } from './has-location.ts';

test('what is created in a collection has a path, what a command makes has none', () => {
  const made = Object.entries<Operation>(operations).filter(([, operation]) => operation.status === 201);
  const withPath = made.filter(([, operation]) => hasLocation(operation)).map(([name]) => name);
  expect(withPath).toEqual(expect.arrayContaining(['CreateTask', 'CreateApiKey', 'CreateOperator', 'CreateView']));
  for (const name of ['RotateApiKey', 'TestAlert', 'InviteOperator', 'CreateRecoveryCodes'])
    expect(made.map(([made]) => made).includes(name) && withPath.includes(name), name).toBe(false);
  expect(hasLocation({ path: operations.CreateTask.path })).toBe(false);
});
