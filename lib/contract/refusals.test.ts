import { expect, test } from 'vitest';
import type { z } from 'zod';
import { alertInput } from './alert.ts';
import { logWriteInput } from './log.ts';
import { taskConfig } from './task.ts';

const alertTo = (url: string) => ({ name: 'a', condition: { kind: 'cause' }, channels: [{ kind: 'slack', url }] });

test('the URL of a channel holds no user name and no password', () => {
  const isTaken = (url: string) => alertInput.safeParse(alertTo(url)).success;
  for (const url of ['http://x.example/hook', 'https://x.example:8443/a?b'])
    expect([url, isTaken(url)]).toEqual([url, true]);
  for (const url of ['https://me@x.example', 'https://:word@x.example', 'https://me:word@x.example', 'ftp://x', 'no'])
    expect([url, isTaken(url)]).toEqual([url, false]);
});

test('a refusal says where and what is wrong', () => {
  const problemOf = (schema: z.ZodType, value: unknown) => {
    const [issue] = schema.safeParse(value).error?.issues ?? [];
    return `${issue?.path.join('.')}: ${issue?.message}`;
  };
  expect(problemOf(taskConfig, { type: 'x', concurrencyLimit: 1 })).toBe(
    'concurrencyLimit: concurrencyLimit needs a concurrencyKey',
  );
  expect(problemOf(alertInput, alertTo('https://me@x.example'))).toBe(
    'channels.0.url: an http or https URL without user name and password',
  );
  expect(problemOf(logWriteInput, { entries: [{ message: 'ä'.repeat(32_769) }] })).toBe(
    'entries.0.message: a message is at most 65536 bytes',
  );
});
