import { expect, test } from 'vitest';
import { z } from 'zod';
import { issueMessage, tellingAll } from './issue-message.ts';

const schema = z.strictObject({ name: z.string().max(3), retry: z.strictObject({}).optional(), count: z.int().min(1) });

const told = (value: object) =>
  schema.safeParse(value, tellingAll).error?.issues.map((issue) => `/${issue.path.join('/')}: ${issueMessage(issue)}`);

test('names unknown keys with those that are allowed at their place', () => {
  expect(told({ name: 'a', count: 1, nam: 1, 'x"y': 2 })).toEqual([
    '/: Unrecognized keys: "nam", "x\\"y"; allowed: name, retry, count',
  ]);
  expect(told({ name: 'a', count: 1, retry: { x: 1 } })).toEqual(['/retry: Unrecognized key: "x"; allowed: none']);
});

test('names a value beyond its bounds with the bound', () => {
  expect(told({ name: 'abcd', count: 0 })).toEqual([
    '/name: has 4 characters, the maximum is 3',
    '/count: is 0, the minimum is 1',
  ]);
});
