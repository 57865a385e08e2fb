import { expect, it } from 'vitest';
import { conditionLabels } from '#contract';
import { formOf, inputOf } from './alert-form.ts';
import { type AlertAbout, newAlertPath, readAlertAbout } from './alert-path.ts';
import { conditionReason } from './condition-form.ts';

it.each<AlertAbout>([
  { kind: 'cause', group: '1f', name: 'Card refused?' },
  { kind: 'task', task: 'a&b', name: 'Order fails' },
  { kind: 'noWorker', queue: 'gpu', name: 'Queue gpu has no worker' },
  { kind: 'queueWait', queue: 'gpu', name: 'Queue gpu waits too long' },
])('the address of a new alert about %j opens an editor that is complete but for its channel', (about) => {
  const { searchParams } = new URL(newAlertPath(about), 'http://dashboard');
  const form = formOf(undefined, readAlertAbout(Object.fromEntries(searchParams)));
  expect(conditionReason(form.condition)).toBeUndefined();
  const { name, ...condition } = about;
  expect(inputOf(form)).toMatchObject({ name, condition });
  expect(conditionLabels).toHaveProperty(about.kind);
});

it('an address that names nothing opens no editor', () => {
  expect(readAlertAbout({})).toBeUndefined();
  expect(readAlertAbout({ kind: 'task', queue: 'gpu', name: 'x' })).toBeUndefined();
});
