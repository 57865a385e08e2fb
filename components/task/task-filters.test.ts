import { describe, expect, test } from 'vitest';
import { taskListQuery, taskStatuses } from '#contract';
import { applyFilter } from '@/components/filter/apply-filter.ts';
import { parseFilter } from '@/components/filter/clause.ts';
import { suggest } from '@/components/filter/suggest.ts';
import { taskFilters } from './task-filters.ts';
import { taskViews } from './task-views.ts';

const now = new Date('2026-11-21T10:30:00.000Z');
const apply = (text: string) => applyFilter(taskFilters, parseFilter(text), now);
const messages = (text: string) => apply(text).problems.map(({ message }) => message);

describe('what the service is asked for', () => {
  test('a filter over every key', () => {
    const text =
      'status:FAILED,retrying type:order.* tag:customer=42 created:<1h ended:>2026-11-20 queue:mail parent:p1 schedule:true error:4f1c "timed out"';
    expect(apply(text)).toEqual({
      query: {
        status: ['failed', 'retrying'],
        type: ['order.*'],
        tag: ['customer=42'],
        createdAfter: '2026-11-21T09:30:00.000Z',
        endedAfter: '2026-11-20T00:00:00.000Z',
        queue: ['mail'],
        parent: 'p1',
        schedule: 'true',
        error: '4f1c',
        search: 'timed out',
      },
      problems: [],
    });
  });

  test('the same key twice adds alternatives', () => {
    expect(apply('status:failed status:retrying').query).toEqual({ status: ['failed', 'retrying'] });
  });

  test('both bounds of a time', () => {
    expect(apply('created:>2026-11-01 created:<2026-11-02T12:00+02:00').query).toEqual({
      createdAfter: '2026-11-01T00:00:00.000Z',
      createdBefore: '2026-11-02T10:00:00.000Z',
    });
  });

  test('durations, from the shortest to the one below the longest', () => {
    expect(apply('took:>1.5s took:<2m waited:>0ms step:"send mail" steptook:<1h').query).toEqual({
      minimumRunTimeInMs: '1500',
      maximumRunTimeInMs: '120000',
      minimumQueueWaitInMs: '0',
      step: 'send mail',
      maximumStepTimeInMs: '3600000',
    });
    expect(messages('took:5s')).toEqual(['“5s” is not a bound; write >5s or <500ms']);
  });

  test('a day', () => {
    expect(apply('created:yesterday').query).toEqual(apply('created:2026-11-20').query);
  });

  test.each(taskViews.map(({ name, filter }) => [name, filter]))('the view %s can be applied', (_, filter) => {
    const { query, problems } = apply(filter);
    expect(problems).toEqual([]);
    expect(taskListQuery.safeParse(query).success).toBe(true);
  });
});

describe('what cannot be applied is said', () => {
  test.each([
    ['colour:red', 'no filter is called colour; put the text in quotes to search for it'],
    ['-type:order', 'type: cannot be negated'],
    ['status:', 'status: needs a value, such as status:failed,retrying'],
    ['status:broken', `“broken” is not one of ${taskStatuses.join(', ').replace('timedOut', 'timed-out')}`],
    ['parent:a,b', 'parent: takes one value'],
    ['parent:a parent:b', 'parent: is given twice, but only one can be applied'],
    ['created:<1h created:<2h', 'created: is given twice, but only one can be applied'],
    ['tag:customer', 'write a tag as name=value'],
    ['created:soon', '“soon” is not a time; write <1h, >2d, today, 2026-11-20 or >2026-11-20T14:00'],
    ['"a" status:failed "b"', 'only one text can be searched for; put the words in quotes'],
  ])('%s', (text, message) => {
    expect(messages(text)).toEqual([message]);
  });
});

describe('completion', () => {
  const sources = { types: ['order.fulfil', 'order.refund', 'import.rows'], queues: ['default', 'mail'] };
  const offered = (text: string, caret = text.length) =>
    suggest(taskFilters, text, caret, sources).map((one) => text.slice(0, one.from) + one.text + text.slice(one.to));

  test('offers keys', () => {
    expect(offered('')).toContain('status:');
    expect(offered('status:failed cr')).toEqual(['status:failed created:']);
  });

  test('offers values, also by what they are without their key', () => {
    expect(offered('status:fa')).toEqual(['status:failed']);
    expect(offered('status:failed,re')).toEqual(['status:failed,retrying']);
    expect(offered('type:ref')).toEqual(['type:order.refund']);
    expect(offered('mail')).toContain('queue:mail');
  });

  test('offers no value twice, and nothing inside a quoted text', () => {
    expect(offered('status:failed,fa')).toEqual([]);
    expect(offered('"sta')).toEqual([]);
  });
});
