import { expect, test } from 'vitest';
import type { AlertCondition } from './alert-condition.ts';
import { conditionWords, findingWords, recoveryWords } from './alert-words.ts';

const after = { afterInMs: 300_000 };
const rate = { kind: 'failureRate' as const, percent: 2.5, windowInMs: 300_000, minimumEnds: 20 };
const found = { id: 'x', count: 3, value: 7_200_000 };

test.each<[AlertCondition, string, string, string]>([
  [{ kind: 'cause', group: 'g' }, 'One error is back again', 'x', 'x'],
  [{ kind: 'cause' }, 'A new or returning error', 'x', 'x'],
  [{ kind: 'failure', type: 'order.*' }, 'A task of order.* fails', 'x', 'x'],
  [
    { ...rate, type: 'order' },
    '2.5 % of the runs of order fail in 5 min, of at least 20',
    'x: 7200000 % of the runs failed (3 failures)',
    'x: fewer than 2.5 % of the runs fail',
  ],
  [
    { kind: 'queueWait', queue: 'mail', ...after },
    'A run waits 5 min in the queue mail',
    'x: a run waits for 2 h (3 task types)',
    'x: no run waits 5 min',
  ],
  [
    { kind: 'noWorker', ...after },
    'A run waits 5 min in a queue, which no worker serves',
    'x: no worker for 2 h (3 task types)',
    'x: no run waits without a worker',
  ],
  [
    { kind: 'overdue', type: 'order', ...after },
    'A task of order has not ended after 5 min',
    'x: 3 runs not ended, for 2 h',
    'x: no run takes longer than 5 min',
  ],
  [{ kind: 'task', task: 'x', when: 'fails' }, 'The task x fails', 'x: 3 runs failed', 'x: succeeded'],
  [
    { kind: 'workerLost', worker: 'w-*' },
    'A worker w-* is lost',
    'x: 3 workers are lost',
    'x: a worker has taken its place',
  ],
  [
    { kind: 'scheduleMissed', task: 'x', ...after },
    'The schedule x is more than 5 min late',
    'x: late for 2 h',
    'x: no longer late',
  ],
])('the words of %j', (condition, words, finding, recovery) => {
  expect(conditionWords(condition)).toBe(words);
  expect(findingWords(condition, found)).toBe(finding);
  expect(recoveryWords(condition, found)).toBe(recovery);
});
