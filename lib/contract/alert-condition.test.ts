import { expect, test } from 'vitest';
import { alertCondition } from './alert-condition.ts';
import { lastingConditions } from './alert-words.ts';

const isTaken = (given: object) => alertCondition.safeParse(given).success;
const rate = { kind: 'failureRate', type: 'a', percent: 5, windowInMs: 60_000, minimumEnds: 1 };
const overdue = { kind: 'overdue', type: 'a', afterInMs: 1_000 };

test.each<[object, boolean]>([
  [{ kind: 'cause' }, true],
  [{ kind: 'cause', type: 'x'.repeat(128), group: 'g'.repeat(64) }, true],
  [{ kind: 'cause', type: 'x'.repeat(129) }, false],
  [{ kind: 'cause', type: '' }, false],
  [{ kind: 'cause', group: '' }, false],
  [{ kind: 'cause', group: 'g'.repeat(65) }, false],
  [{ kind: 'cause', queue: 'q' }, false],
  [{ kind: 'failure' }, false],
  [{ kind: 'failure', type: 'a*' }, true],
  [rate, true],
  [{ ...rate, type: undefined, queue: 'q' }, true],
  [{ ...rate, queue: 'q' }, false],
  [{ ...rate, type: undefined }, false],
  [{ ...rate, percent: 0.1 }, true],
  [{ ...rate, percent: 0.09 }, false],
  [{ ...rate, percent: 100 }, true],
  [{ ...rate, percent: 100.1 }, false],
  [{ ...rate, windowInMs: 3_600_000 }, true],
  [{ ...rate, windowInMs: 3_660_000 }, false],
  [{ ...rate, windowInMs: 0 }, false],
  [{ ...rate, windowInMs: 90_000 }, false],
  [{ ...rate, minimumEnds: 10_000 }, true],
  [{ ...rate, minimumEnds: 10_001 }, false],
  [{ ...rate, minimumEnds: 0 }, false],
  [{ ...rate, minimumEnds: 1.5 }, false],
  [overdue, true],
  [{ ...overdue, type: undefined, task: 't' }, true],
  [{ ...overdue, task: 't' }, false],
  [{ ...overdue, type: undefined }, false],
  [{ ...overdue, afterInMs: 2_592_000_000 }, true],
  [{ ...overdue, afterInMs: 2_592_000_001 }, false],
  [{ ...overdue, afterInMs: 999 }, false],
  [{ ...overdue, afterInMs: 1_000.5 }, false],
  [{ kind: 'queueWait', afterInMs: 1_000 }, true],
  [{ kind: 'queueWait' }, false],
  [{ kind: 'noWorker', queue: 'q', afterInMs: 1_000 }, true],
  [{ kind: 'task', task: 't', when: 'fails' }, true],
  [{ kind: 'task', task: 't', when: 'starts' }, false],
  [{ kind: 'workerLost' }, true],
  [{ kind: 'workerLost', worker: '' }, false],
  [{ kind: 'scheduleMissed', type: 'a', task: 't', afterInMs: 1_000 }, true],
  [{ kind: 'never' }, false],
])('%j is a condition of an alert: %s', (given, expected) => {
  expect(isTaken(given)).toBe(expected);
});

test('what lasts for a time is told when it is over', () => {
  const once = ['cause', 'failure', 'task'];
  const kinds = alertCondition.options.map(({ shape }) => shape.kind.value);
  expect([...lastingConditions, ...once].sort()).toEqual(kinds.sort());
});
