import { expect, it } from 'vitest';
import { showToastsWith } from '@/components/ui/toast.ts';
import { tellFailure, tellReadFailure } from './tell-failure.ts';

it('says what an action did not do, and that nobody knows where no answer came', async () => {
  const told: string[] = [];
  showToastsWith((kind, title, { description = '' }) => void told.push(`${kind} ${title}: ${description}`));
  const pause = (request: Parameters<typeof tellFailure<number>>[1]) => tellFailure('The task was not paused', request);
  expect(await pause(Promise.resolve({ ok: true, value: 7 }))).toEqual({ value: 7 });
  expect(told).toEqual([]);
  const refusal = { ok: false, problem: { code: 'TaskNotFound', detail: 'It was deleted.' } } as const;
  expect(await pause(Promise.resolve(refusal))).toBeUndefined();
  expect(await pause(Promise.reject(new TypeError('Failed to fetch')))).toBeUndefined();
  expect(told).toEqual([
    'error The task was not paused: It was deleted.',
    'error It is not known whether the task was paused: The dashboard did not answer. Check the connection and try again.',
  ]);
});

it('says that something could not be read, which is known also where no answer came', async () => {
  const told: string[] = [];
  showToastsWith((kind, title, { description = '' }) => void told.push(`${kind} ${title}: ${description}`));
  expect(await tellReadFailure('The list could not be read', Promise.resolve(7))).toEqual({ value: 7 });
  expect(told).toEqual([]);
  const lost = Promise.reject(new TypeError('Failed to fetch'));
  expect(await tellReadFailure('The list could not be read', lost)).toBeUndefined();
  expect(told).toEqual([
    'error The list could not be read: The dashboard did not answer. Check the connection and try again.',
  ]);
});
