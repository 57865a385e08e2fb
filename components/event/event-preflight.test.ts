import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasOneName, isNear, preflightEvent } from './event-preflight.ts';

const wait = { taskId: 'order-1', runCount: 1, sequence: 2, eventName: 'approval' };

describe('preflightEvent', () => {
  it('tells which run wakes', () => {
    expect(preflightEvent('approval', [wait], ['approval'])).toEqual({
      wakes: [wait],
      nearMisses: [],
      isDeclared: true,
    });
  });

  it('warns of a name that is nearly one that is waited for', () => {
    for (const name of ['Approval', 'approvel', 'approvals', 'ap-proval']) {
      expect(preflightEvent(name, [wait], []).nearMisses).toEqual(['approval']);
    }
  });

  it('does not warn of a declared name that nobody waits for yet, unless a near one is waited for', () => {
    expect(preflightEvent('refund', [wait], ['approval', 'refund', 'refunds']).nearMisses).toEqual([]);
    expect(preflightEvent('approvals', [wait], ['approval', 'approvals']).nearMisses).toEqual(['approval']);
  });
});

describe('isNear', () => {
  it('is the same both ways', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (one, other) => isNear(one, other) === isNear(other, one)));
  });

  it('tells short names apart', () => {
    expect(isNear('pay', 'say')).toBe(true);
    expect(isNear('pay', 'sat')).toBe(false);
    expect(isNear('approval', 'shipment')).toBe(false);
  });
});

it('has one name where nobody has to choose', () => {
  expect(hasOneName([wait, { ...wait, runCount: 2 }])).toBe(true);
  expect(hasOneName([])).toBe(false);
  expect(hasOneName([wait, { ...wait, eventName: 'shipment' }])).toBe(false);
});
