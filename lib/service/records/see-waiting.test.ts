import { expect, it } from 'vitest';
import type { WaitingFor } from '#contract';
import { seeWaiting } from './see-waiting.ts';

const bounds = { queues: ['mail'] };
const words = { sentence: 'Waiting for task "a".', next: 'It goes on when task "a" ends.' };

it('names no task to a caller with bounds', () => {
  const waitingFor = { kind: 'noWorker' as const, ...words, queue: 'Secret queue' };
  const child = { taskId: 'a', name: 'Secret payout', status: 'queued' as const, waitingFor };
  const waits: WaitingFor['waits'] = [
    { kind: 'task', name: 'a', taskName: 'Secret payout' },
    { kind: 'event', name: 'go' },
  ];
  const holder = { taskId: 'b', name: 'Secret order', runCount: 1 };
  const seen = [
    seeWaiting({ kind: 'task', ...words, child, waits }, bounds),
    seeWaiting({ kind: 'lock', ...words, holder, lock: { name: 'l', isHeld: true, owner: 'task b' } }, bounds),
    seeWaiting({ kind: 'concurrency', ...words, concurrencyKey: 'c', holder }, bounds),
  ];
  expect(JSON.stringify(seen)).not.toContain('Secret');
  expect(seen[0]).toEqual({
    ...{ kind: 'task', ...words, child: { taskId: 'a', status: 'queued' } },
    waits: [
      { kind: 'task', name: 'a' },
      { kind: 'event', name: 'go' },
    ],
  });
});

it('tells a caller with bounds that a lock is held, and not by whom', () => {
  const lock = { name: 'l', isHeld: true, owner: 'task b' };
  expect(seeWaiting({ kind: 'lock', ...words, lock }, bounds)).toMatchObject({
    sentence: 'Waiting for lock "l", which is held by somebody else.',
    lock: { name: 'l', isHeld: true },
  });
});
