import { expect, test } from 'vitest';
import { parseFilter } from '../filter/clause.ts';
import { leftFilter } from './left-filter.ts';
import type { TaskRow } from './task-row.ts';

const listed: TaskRow = {
  ...{ id: 'a', type: 'order', status: 'failed', queue: 'mail', priority: 0, tags: { customer: '42' } },
  ...{ runCount: 1, attempt: 1, etag: '"1"', createdBy: 'ann', lastModifiedBy: 'ann' },
  ...{ createdOn: '2026-11-21T10:00:00.000Z', lastModifiedOn: '2026-11-21T10:00:00.000Z' },
  endedOn: '2026-11-21T11:00:00.000Z',
  error: { name: 'Error', message: 'declined', fingerprint: '4f1c' },
};
const { endedOn: _endedOn, error: _error, ...open } = listed;
const waiting: TaskRow = {
  ...open,
  status: 'waiting',
  waitingFor: { kind: 'event', sentence: 'Waiting.', next: 'It goes on.' },
};
const said = (task: TaskRow, filter: string) => leftFilter(task, parseFilter(filter));

test.each([
  '',
  'status:FAILED',
  'status:retrying status:failed',
  'queue:mail,gpu',
  'tag:customer=42,customer=43',
  'error:4f1c ended:today',
  'group:2-4f1c',
  'type:other "some text"',
])('a task that matches as far as its row tells: %s', (filter) => {
  expect(said(listed, filter)).toBeUndefined();
});

test.each([
  ['status:running', 'now Failed'],
  ['-status:failed', 'now Failed'],
  ['error:other', 'now Failed'],
  ['waiting:event', 'now Failed'],
  ['queue:gpu', 'now in queue mail'],
  ['tag:customer=43', 'tags changed'],
  ['tag:other=42', 'tags changed'],
])('a failed task under %s says “%s”', (filter, sentence) => {
  expect(said(listed, filter)).toBe(sentence);
});

test('a task that runs again is not among those that ended', () => {
  expect(said({ ...open, status: 'running' }, 'ended:today')).toBe('now Running');
});

test('a task that waits for something else says for what', () => {
  expect(said(waiting, 'waiting:event')).toBeUndefined();
  expect(said(waiting, 'waiting:lock')).toBe('now waits for event');
});
