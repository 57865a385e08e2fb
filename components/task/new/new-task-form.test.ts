import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TaskResponse } from '#contract';
import { readDuration, writeDuration } from '@/components/ui/duration-text.ts';
import { emptyForm, fieldOf, formOfTask, readDraftForm, readForm } from './new-task-form.ts';
import { printCurl, printTypeScript } from './print-request.ts';

const form = { ...emptyForm, type: 'order.fulfil' };

describe('reading the form', () => {
  test('what is left empty is left out', () => {
    expect(readForm(form)).toEqual({ config: { type: 'order.fulfil' }, errors: {} });
  });

  test('everything', () => {
    const { config, errors } = readForm({
      ...form,
      input: '{"id": 9007199254740993}',
      name: 'Order 42',
      tags: 'customer=42\nnote=a=b',
      priority: '-5',
      start: 'schedule',
      cron: '0 6 * * 1-5',
      timeZone: 'Europe/Berlin',
      until: '2027-01-01',
      maximumAttempts: '5',
      initialInterval: '500ms',
      timeout: '1h 30m',
      maximumAge: '30d',
      sensitive: '/input/card\n\n/output/token',
    });
    expect(errors).toEqual({});
    expect(config).toEqual({
      type: 'order.fulfil',
      input: { id: 9007199254740993n },
      name: 'Order 42',
      tags: { customer: '42', note: 'a=b' },
      priority: -5,
      schedule: { cron: '0 6 * * 1-5', timeZone: 'Europe/Berlin', until: '2027-01-01T00:00:00.000Z' },
      retry: { maximumAttempts: 5, initialIntervalInMs: 500 },
      timeoutInMs: 5_400_000,
      retention: { maximumAgeInMs: 2_592_000_000 },
      sensitive: ['/input/card', '/output/token'],
    });
  });

  test.each([
    [{ type: '' }, 'type', 'Choose a type'],
    [{ input: '{' }, 'input', 'Not valid JSON'],
    [{ tags: 'customer' }, 'tags', 'One name=value per line'],
    [{ priority: '1.5' }, 'priority', 'A whole number from -32,768 to 32,767'],
    [{ priority: '40000' }, 'priority', 'A whole number from -32,768 to 32,767'],
    [{ maximumAttempts: '0' }, 'maximumAttempts', 'A whole number from 1 to 10,000'],
    [{ maximumAttempts: '3', backoff: '0.5' }, 'backoff', 'A number from 1 to 100'],
    [{ timeout: '11y' }, 'timeout', expect.stringContaining('from 1ms to 3650d. Units: ms, s, m, h, d')],
    [{ timeout: '3651d' }, 'timeout', '“3651d” is not allowed. Enter a time from 1ms to 3650d'],
    [{ concurrencyLimit: '0' }, 'concurrencyLimit', 'A whole number from 1 to 1,000,000'],
    [{ maximumRuns: '0' }, 'maximumRuns', 'A whole number from 1 to 1,000,000'],
    [
      { timeout: 'soon' },
      'timeout',
      '“soon” is not a time. Enter one such as 5m, from 1ms to 3650d. Units: ms, s, m, h, d',
    ],
    [{ start: 'later' as const }, 'startOn', 'Enter the start time'],
    [{ start: 'later' as const, startOn: '2026-11-31' }, 'startOn', 'A time such as 2026-11-20T14:00 (UTC)'],
    [{ backoff: '2' }, 'maximumAttempts', 'Enter the number of attempts'],
    [{ id: 'a b' }, 'id', 'a task id is 1 to 128 characters of A-Z a-z 0-9 . _ : -'],
    [{ concurrencyLimit: '2' }, 'concurrencyLimit', 'concurrencyLimit needs a concurrencyKey'],
  ])('%o is refused at %s', (change, field, message) => {
    expect(readForm({ ...form, ...change }).errors).toEqual({ [field]: message });
  });

  test("the service's pointers lead to their fields", () => {
    expect(fieldOf('/input/lines/0')).toEqual({ field: 'input', within: '/lines/0' });
    expect(fieldOf('/schedule/cron').field).toBe('cron');
    expect(fieldOf('/nothing').field).toBeUndefined();
  });
});

test('a task like another keeps what it was made of, and not its id', () => {
  const task: TaskResponse = {
    id: 'order-42',
    type: 'order.fulfil',
    input: { id: 9007199254740993n },
    tags: { customer: '42' },
    queue: 'mail',
    priority: 3,
    retry: { maximumAttempts: 2, initialIntervalInMs: 1_500, backoffCoefficient: 2, maximumIntervalInMs: 60_000 },
    timeoutInMs: 60_000,
    status: 'failed',
    runCount: 1,
    attempt: 1,
    etag: '"1"',
    createdOn: '2026-11-20T10:00:00.000Z',
    createdBy: 'ada',
    lastModifiedOn: '2026-11-20T10:00:00.000Z',
    lastModifiedBy: 'ada',
  };
  expect(readForm(formOfTask(task))).toEqual({
    config: {
      type: task.type,
      input: task.input,
      tags: task.tags,
      queue: 'mail',
      priority: 3,
      retry: task.retry,
      timeoutInMs: 60_000,
    },
    errors: {},
  });
});

test('a draft is read back, and one that cannot be read is none', () => {
  expect(readDraftForm(JSON.stringify(form))).toEqual(form);
  expect(readDraftForm('{"start": "never"}')).toBeUndefined();
  expect(readDraftForm('{')).toBeUndefined();
});

test('durations are read back as they are written', () => {
  fc.assert(
    fc.property(fc.nat({ max: 315_360_000_000 }), (duration) => {
      expect(readDuration(writeDuration(duration))).toBe(duration);
    }),
  );
});

describe('the same request', () => {
  const config = { type: 'a', input: { big: 9007199254740993n, text: `it's "so"`, 'a-b': [1, null] } };

  test('as curl', () => {
    expect(printCurl(config)).toContain(`"big": 9007199254740993`);
    expect(printCurl(config)).toContain(`it'\\''s`);
  });

  test('as TypeScript', () => {
    expect(printTypeScript(config)).toContain(
      `createTaskAsync({\n  type: 'a',\n  input: { big: 9007199254740993n, text: 'it\\'s "so"', 'a-b': [1, null] },\n});`,
    );
  });
});
