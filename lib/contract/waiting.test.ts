import { expect, test } from 'vitest';
import { waitingFor, waitingKinds } from './waiting.ts';

const then = '2026-01-01T00:00:00.000Z';
const always = { kind: 'event', sentence: 'Waiting for event "go".', next: 'Raise it.' };
const evidence = {
  since: then,
  until: then,
  eventName: 'go',
  nearMiss: { eventId: '1', name: 'Go', raisedOn: then },
  queue: 'gpu',
  unserved: 'queue',
  servedQueues: ['default'],
  slots: 8,
  workerCount: 2,
  aheadCount: 3,
  concurrencyKey: 'customer',
  concurrencyLimit: 2,
  holder: { taskId: 't', runCount: 1, since: then },
  lock: { name: 'desk', isHeld: true, owner: 'ada', expiresOn: then },
  child: { taskId: 'c', status: 'queued' },
  waits: [{ kind: 'event', name: 'go' }],
  failure: { name: 'TypeError', message: 'no route' },
  attempt: 2,
  maximumAttempts: 5,
  by: 'ada',
  worker: 'w',
  step: 'approve',
};

test('why a run does not move is a kind, two sentences, and the evidence that there is', () => {
  expect(waitingFor.parse({ ...always, ...evidence, unknown: 1 })).toEqual({ ...always, ...evidence });
  for (const kind of waitingKinds) expect(waitingFor.parse({ ...always, kind })).toEqual({ ...always, kind });
  for (const name of Object.keys(always))
    expect(waitingFor.safeParse({ ...always, [name]: undefined }).success).toBe(false);
  const wrong = [{ kind: 'bored' }, { aheadCount: 0.5 }, { nearMiss: {} }, { holder: {} }, { attempt: 1.5 }];
  for (const part of wrong) expect([part, waitingFor.safeParse({ ...always, ...part }).success]).toEqual([part, false]);
});
