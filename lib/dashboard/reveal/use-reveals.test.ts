// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { presentTime } from '@/components/ui/present.ts';
import { answerReads, refusal, showHook } from '../testing/show-hook.ts';
import { useRevealed, useReveals } from './use-reveals.ts';

const place = { store: 'orders', id: 'a' };
let answer: () => unknown;
let asked: string[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  ({ asked } = answerReads(() => answer()));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const inMs = (ms: number) => new Date(presentTime() + ms).toISOString();
const pass = (inMs: number) => act(async () => void (await vi.advanceTimersByTimeAsync(inMs)));

it('shows the open reveal of this operator until its time is over, by the clock of the server', async () => {
  answer = () => [
    { id: 'other', isOwn: false, expiresOn: inMs(60_000) },
    { id: 'own', isOwn: true, expiresOn: inMs(1_500) },
  ];
  const reveals = await showHook(() => useReveals(place, true));
  await pass(10);
  expect(reveals.now.own?.id).toBe('own');
  await pass(1_500);
  expect(reveals.now.own).toBeUndefined();
  expect(reveals.now.reveals).toHaveLength(2);
});

it('shows no reveal of others as its own', async () => {
  answer = () => [{ id: 'other', isOwn: false, expiresOn: inMs(60_000) }];
  const reveals = await showHook(() => useReveals(place, true));
  await pass(10);
  expect(reveals.now).toMatchObject({ own: undefined, reveals: [{ id: 'other' }] });
});

it('hides values again when the last look failed, and looks every two seconds while it shows them', async () => {
  answer = () => [{ id: 'own', isOwn: true, expiresOn: inMs(600_000) }];
  const reveals = await showHook(() => useReveals(place, true));
  await pass(10);
  expect(reveals.now.own?.id).toBe('own');
  answer = () => refusal(403, 'InsufficientScope');
  await pass(2_010);
  expect(asked).toHaveLength(2);
  expect(reveals.now.own).toBeUndefined();
});

it('looks every five seconds while nothing is shown, and not at all where nothing is hidden', async () => {
  answer = () => [];
  await showHook(() => useReveals(place, true));
  await pass(4_500);
  expect(asked).toHaveLength(1);
  await pass(1_000);
  expect(asked).toHaveLength(2);
  await showHook(() => useReveals({ store: 'orders', id: 'b' }, false));
  await pass(1_000);
  expect(asked.filter((address) => address.includes('id=b'))).toEqual([]);
});

it('reads hidden values while a reveal is open, and shows none when that fails', async () => {
  let id: string | undefined;
  answer = () => ({ entry: { shown: undefined } });
  const revealed = await showHook(() => useRevealed(id, 3));
  await pass(10);
  expect([asked.length, revealed.now]).toEqual([0, undefined]);
  id = 'own';
  await revealed.again();
  await pass(10);
  expect(asked).toEqual(['/api/reveals/own?sequence=3']);
  expect(revealed.now).toEqual({ entry: {} });
  answer = () => refusal(404, 'RevealNotFound');
  await pass(5_010);
  expect(revealed.now).toBeUndefined();
});
