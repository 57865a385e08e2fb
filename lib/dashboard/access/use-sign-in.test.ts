// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { type ShownHook, showHook } from '../testing/show-hook.ts';
import type { SignInFailure } from './sign-in-failure.ts';
import { useSignIn } from './use-sign-in.ts';

const outside = vi.hoisted(() => ({ goToProvider: vi.fn() }));
/** jsdom goes to no other page, but to a place in this one. */
vi.mock('./go-to-provider.ts', () => ({ goToProvider: outside.goToProvider }));

let page: ShownHook<ReturnType<typeof useSignIn>>;
const show = async (failure?: SignInFailure, isServiceAway = false) => {
  page = await showHook(() => useSignIn({ target: '#entered', isServiceAway, failure }));
};
const enter = (result: SignInFailure | undefined) => act(() => page.now.enter(async () => result));

afterEach(() => {
  page.end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  window.location.hash = '';
});

it('goes where the operator wanted to go, and stays busy until the page is left', async () => {
  await show();
  expect(page.now).toMatchObject({ isBusy: false, failure: undefined, isAway: false, isCodeAsked: false });
  await enter(undefined);
  expect(window.location.hash).toBe('#entered');
  expect(page.now.isBusy).toBe(true);
});

it('says how the last try failed, and lets another be made', async () => {
  await show({ reason: 'providerRefused' });
  expect(page.now.failure).toEqual({ reason: 'providerRefused' });
  await enter({ reason: 'credentials' });
  expect(page.now).toMatchObject({ isBusy: false, failure: { reason: 'credentials' }, isCodeAsked: false });
  expect(window.location.hash).toBe('');
});

it('keeps asking for a recovery code once it was needed', async () => {
  await show();
  await enter({ reason: 'secondFactor' });
  expect(page.now.isCodeAsked).toBe(true);
  await enter({ reason: 'credentials' });
  expect(page.now.isCodeAsked).toBe(true);
  page.end();
  await show({ reason: 'wrongCode' });
  expect(page.now.isCodeAsked).toBe(true);
});

it('says that the service is away until it answers', async () => {
  vi.useFakeTimers();
  let isReady = false;
  vi.stubGlobal('fetch', async () => Response.json({ status: 'ok', service: isReady ? 'ready' : 'unreachable' }));
  await show();
  await enter({ reason: 'unreachable' });
  expect(page.now.isAway).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(page.now.isAway).toBe(true);
  isReady = true;
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(page.now.isAway).toBe(false);
});

it('says which provider it leaves to, or why it stays', async () => {
  await show();
  const left = Promise.withResolvers<SignInFailure | undefined>();
  outside.goToProvider.mockReturnValueOnce(left.promise);
  await act(async () => void page.now.leaveTo('corporate'));
  expect(outside.goToProvider).toHaveBeenCalledWith('corporate', '#entered');
  expect(page.now.leavingTo).toBe('corporate');
  await act(async () => left.resolve({ reason: 'unreachable' }));
  expect(page.now).toMatchObject({ leavingTo: undefined, isAway: true, failure: { reason: 'unreachable' } });
  outside.goToProvider.mockResolvedValueOnce(undefined);
  await act(() => page.now.leaveTo('corporate'));
  expect(page.now.leavingTo, 'until the page of the provider is there').toBe('corporate');
});
