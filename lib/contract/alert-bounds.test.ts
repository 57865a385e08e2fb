import { expect, it } from 'vitest';
import { alertsWithin, canLieWithin } from './alert-bounds.ts';
import type { AlertCondition } from './alert-condition.ts';
import type { Bounds } from './bound-patterns.ts';

const ofTypes: Bounds = { types: ['billing.*'] };
const ofQueues: Bounds = { queues: ['billing'] };
const ofBoth: Bounds = { ...ofTypes, ...ofQueues };
const ofStores: Bounds = { stores: ['billing-*'] };
const every: Bounds[] = [ofTypes, ofQueues, ofBoth, ofStores];

const cases: [string, AlertCondition, Bounds[]][] = [
  ['all errors', { kind: 'cause' }, [ofStores]],
  ['errors of a type inside', { kind: 'cause', type: 'billing.send' }, [ofTypes, ofStores]],
  ['errors of types that reach further', { kind: 'cause', type: 'bill*' }, [ofStores]],
  ['one error group', { kind: 'cause', group: 'a' }, every],
  ['one task', { kind: 'task', task: 'a', when: 'fails' }, every],
  ['a queue inside', { kind: 'noWorker', queue: 'billing', afterInMs: 1_000 }, [ofQueues, ofStores]],
  ['another queue', { kind: 'noWorker', queue: 'mail', afterInMs: 1_000 }, [ofStores]],
  ['lost workers', { kind: 'workerLost', worker: 'billing' }, [ofStores]],
];

it.each(cases)('an alert about %s can lie within the bounds that cover it', (_, condition, allowed) => {
  expect(every.filter((bounds) => canLieWithin(condition, bounds))).toEqual(
    every.filter((one) => allowed.includes(one)),
  );
});

it('says what alerts may tell of', () => {
  expect(alertsWithin(ofTypes)).toBe('one task or error group inside, or types within billing.*');
  expect(alertsWithin(ofQueues)).toBe('one task or error group inside, or queues within billing');
  expect(alertsWithin(ofBoth)).toContain('a part of the types and of the queues');
  expect(alertsWithin(ofStores)).toBeUndefined();
});
