import { expect, it } from 'vitest';
import { deliveryLook } from './alert-words.ts';

it('says that a delivery is tried again as soon as its next time is known', () => {
  const nextAttemptOn = '2026-11-22T15:00:00.000Z';
  expect(deliveryLook({ status: 'pending' }).word).toBe('In progress');
  expect(deliveryLook({ status: 'pending', nextAttemptOn }).word).toBe('Retrying');
  expect(deliveryLook({ status: 'delivered' }).word).toBe('Delivered');
  expect(deliveryLook({ status: 'failed' }).word).toBe('Failed');
});
