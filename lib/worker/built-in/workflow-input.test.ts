import { expect, test } from 'vitest';
import { createOutlet } from '#engine';
import { sampleTasks } from '#samples';
import { workflow } from './workflow.ts';
import { workflowInput } from './workflow-input.ts';

const log = (name: string, fields?: object) => ({
  name,
  log: { message: 'm', ...(fields === undefined ? {} : { fields }) },
});
const messages = (input: unknown) =>
  workflowInput.safeParse(input).error?.issues.map((issue) => `${issue.path.join('/')}: ${issue.message}`);

test('takes its own example and that of the samples', () => {
  expect(messages(workflow(createOutlet([])).exampleInput)).toBeUndefined();
  const sample = sampleTasks(new Date(0)).find((config) => config.type === 'workflow');
  expect(messages(sample?.input)).toBeUndefined();
});

test.each([
  [[log('a'), log('a')], 'steps/1/name: "a" is named twice'],
  [[log('a', { x: { $result: 'b' } }), log('b')], 'steps/0/log/fields: no earlier step is named "b"'],
  [[log('a', { x: { $result: 'a' } })], 'steps/0/log/fields: no earlier step is named "a"'],
  [[{ name: 'h', http: { url: 'ftp://x' } }], 'steps/0/http/url: an http or https URL without user name and password'],
  [[{ name: 'h', http: { url: { $text: ['a', { $result: 'z' }] } } }], 'steps/0/http: no earlier step is named "z"'],
])('refuses what could only fail later: %j', (steps, message) => {
  expect(messages({ steps })).toContain(message);
});

test('refuses a step that is none or two things', () => {
  expect(messages({ steps: [{ name: 'x' }] })).toHaveLength(1);
  expect(messages({ steps: [{ ...log('x'), sleep: { durationInMs: 1 } }] })).toHaveLength(1);
});

test('of references to steps that there are not, each name is told once, and ten of them', () => {
  const steps = [{ name: 'a', sleep: { durationInMs: 1 } }];
  const output = Array.from({ length: 50_000 }, (_, index) => ({ $result: `s${index % 100}` }));
  const { error } = workflowInput.safeParse({ steps, output });
  expect(error?.issues.map(({ message }) => message)).toEqual(
    Array.from({ length: 10 }, (_, index) => `no earlier step is named "s${index}"`),
  );
});
