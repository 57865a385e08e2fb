import { expect, it } from 'vitest';
import { printFilter } from '@/components/filter/clause.ts';
import { causeOf, foldGroups, groupFilter, groupRemedy, manyCauses, type StuckGroup } from './stuck-group.ts';

const group = (given: Partial<StuckGroup>): StuckGroup => ({
  ...{ kind: 'noWorker', status: 'queued', isPlanned: false, count: 46, isCapped: false, taskId: 'a' },
  oldestOn: '2026-11-22T09:04:00.000Z',
  ...given,
});

it.each<[Partial<StuckGroup>, string, string, string | undefined]>([
  [{ queue: 'gpu' }, 'No worker serves queue “gpu”', 'status:queued queue:gpu', 'move'],
  [
    { queue: 'gpu', type: 'render' },
    'No worker of queue “gpu” has type render',
    'status:queued queue:gpu type:render',
    'move',
  ],
  [{}, 'No worker is running', 'status:queued', undefined],
  [
    { kind: 'backoff', status: 'retrying', type: 'pay', subject: 'BankError' },
    'pay is retrying: BankError',
    'status:retrying type:pay stuck:backing-off held:BankError',
    'wake',
  ],
  [
    { kind: 'backoff', status: 'retrying', type: 'ship', subject: 'Error', failure: 'no paper' },
    'ship is retrying: Error, such as “no paper”',
    'status:retrying type:ship stuck:backing-off held:Error',
    'wake',
  ],
  [
    { kind: 'backoff', status: 'retrying', type: 'ship', subject: 'Error', failure: 'no paper', count: 1 },
    'ship is retrying: Error: no paper',
    'status:retrying type:ship stuck:backing-off held:Error',
    'wake',
  ],
  [
    { kind: 'paused', status: 'paused', subject: 'ada' },
    'Paused by ada',
    'status:paused stuck:paused held:ada',
    'resume',
  ],
  [
    { kind: 'event', status: 'waiting', subject: 'go' },
    'event “go”',
    'status:waiting waiting:event held:go',
    undefined,
  ],
  [
    { kind: 'leaseExpired', status: 'running', subject: 'settler-1' },
    'Worker “settler-1” stopped responding',
    'status:running stuck:silent-worker held:settler-1',
    undefined,
  ],
  [{ otherReasons: 7, count: 9 }, '7 more queues and types without a worker', 'status:queued', undefined],
])('%j is told, listed and helped', (given, cause, filter, remedy) => {
  expect(causeOf(group(given))).toBe(cause);
  expect(printFilter(groupFilter(group(given)))).toBe(filter);
  expect(groupRemedy(group(given))).toBe(remedy);
});

it('folds the small groups of a kind when there are many', () => {
  const queues = Array.from({ length: 40 }, (_, index) =>
    group({ queue: `q${index}`, count: 41 - index, oldestOn: `2026-11-22T09:00:${10 + index}.000Z` }),
  );
  const paused = group({ kind: 'paused', subject: 'ada' });
  const [first, second, third, folded, last, ...others] = foldGroups([...queues, paused]);
  expect([first, second, third]).toEqual(queues.slice(0, 3));
  expect(folded).toMatchObject({ kind: 'noWorker', groups: queues.slice(3), count: 740, oldest: queues[3] });
  expect(last).toBe(paused);
  expect(others).toEqual([]);
  expect(foldGroups(queues.slice(0, 4))).toEqual(queues.slice(0, 4));
});

it('makes one line of groups of one task each, and counts what the service joined', () => {
  const single = Array.from({ length: 40 }, (_, index) => group({ queue: `q${index}`, count: 1 }));
  const [line, ...others] = foldGroups(single);
  expect(line).toMatchObject({ groups: single, count: 40, isRest: false });
  expect(others).toEqual([]);
  const words = (isRest: boolean) =>
    manyCauses({ kind: 'noWorker', groups: [...single, group({ otherReasons: 13 })], isRest });
  expect(words(false)).toBe('53 queues and types without a worker');
  expect(words(true)).toBe('53 more queues and types without a worker');
});
