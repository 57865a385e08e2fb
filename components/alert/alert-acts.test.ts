import { expect, test } from 'vitest';
import type { Alert } from '#contract';
import { alertActs } from './alert-acts.ts';

const alert: Alert = {
  id: 'alert-1',
  etag: '"1"',
  name: 'Orders fail',
  condition: { kind: 'failure', type: 'order.*' },
  channels: [],
  isEnabled: true,
  repeatAfterInMs: 900_000,
  openCount: 0,
  createdBy: 'ada',
  createdOn: '2026-01-01T00:00:00.000Z',
  modifiedBy: 'ada',
  modifiedOn: '2026-01-01T00:00:00.000Z',
};

test.each([
  ['is on', {}, 'Send a test', ['Mute…', 'Change…', 'Disable', 'Delete…']],
  ['has found something', { openCount: 2 }, 'Mute…', ['Send a test', 'Change…', 'Disable', 'Delete…']],
  [
    'is muted',
    { mutedUntil: '2026-01-02T00:00:00.000Z' },
    'End the mute',
    ['Send a test', 'Change…', 'Disable', 'Delete…'],
  ],
  ['is disabled', { isEnabled: false, openCount: 2 }, 'Enable', ['Send a test', 'Mute…', 'Change…', 'Delete…']],
] as const)('has one act that helps while it %s, and the others in a menu', (_, shown, first, others) => {
  const acts = alertActs({ alert: { ...alert, ...shown }, reason: undefined, onAct: () => {} });
  expect(acts.first?.label).toBe(first);
  expect(acts.others.map(({ label }) => label)).toEqual(others);
});

test('says of each act why it is refused', () => {
  const { first, others } = alertActs({ alert, reason: 'Needs alerts/manage', onAct: () => {} });
  expect([first, ...others].map((act) => act?.reason)).toEqual(Array(5).fill('Needs alerts/manage'));
});
