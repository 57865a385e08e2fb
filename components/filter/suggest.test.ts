import { expect, it } from 'vitest';
import { taskFilters } from '@/components/task/task-filters.ts';
import { completeLastValue, suggest } from './suggest.ts';

const sources = { types: ['order.fulfil', 'order.refund'], queues: ['default'] };
const completed = (text: string) => completeLastValue(taskFilters, text, sources);

it.each([
  ['status:fail', 'status:failed'],
  ['type:order.* status:failed,retr', 'type:order.* status:failed,retrying'],
  ['status:FAIL', 'status:failed'],
])('takes the suggestion that %s begins', (text, whole) => {
  expect(completed(text)).toBe(whole);
});

it.each([
  ['status:failed', 'a value that means something'],
  ['status:', 'no value'],
  ['status:ailed', 'not the beginning of one'],
  ['type:order', 'any word is a type'],
  ['fail', 'words to search for'],
  ['status:fail ', 'what was ended by a space'],
])('leaves %s: %s', (text) => {
  expect(completed(text)).toBe(text);
});

it('offers all fields for an empty text', () => {
  const offered = suggest(taskFilters, '', 0, sources).map(({ label }) => label);
  expect(offered).toContain('status:');
  expect(offered).toHaveLength(taskFilters.definitions.length);
});
