// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import { useUnloadGuard } from '@/components/ui/use-unload-guard.ts';
import { EndedSession } from './ended-session.ts';
import { unsavedKeptInMs } from './session-end.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page on which something is not saved. */
function Unsaved() {
  useUnloadGuard(true);
  return null;
}

it('shows the sign-in page at once where nothing would be lost', () => {
  const showSignIn = vi.fn();
  const session = new EndedSession(showSignIn);
  session.note();
  expect([showSignIn.mock.calls.length, session.isSignInAsked]).toEqual([1, false]);
});

it('keeps a page with unsaved changes until its operator is signed in again', async () => {
  await draw(<Unsaved />);
  const [showSignIn, heard] = [vi.fn(), vi.fn()];
  const session = new EndedSession(showSignIn);
  session.watch(heard);
  session.note();
  session.note(); // every failed read says so
  expect([session.isSignInAsked, heard.mock.calls.length]).toEqual([true, 1]);
  expect([session.resume(), session.resume()]).toEqual([true, false]);
  vi.advanceTimersByTime(unsavedKeptInMs);
  expect([session.isSignInAsked, showSignIn.mock.calls.length]).toEqual([false, 0]);
});

it('goes on once with what waits for its operator', async () => {
  await draw(<Unsaved />);
  const session = new EndedSession(vi.fn());
  const [goOn, goOnWithCancelled] = [vi.fn(), vi.fn()];
  session.whenResumed(goOn);
  session.whenResumed(goOnWithCancelled)();
  expect([session.isSignInAsked, goOn.mock.calls.length]).toEqual([true, 0]);
  session.resume();
  session.note();
  session.resume();
  expect([goOn.mock.calls.length, goOnWithCancelled.mock.calls.length]).toEqual([1, 0]);
});

it('forgets unsaved changes when nobody signs in for long, without a question of the browser', async () => {
  await draw(<Unsaved />);
  const showSignIn = vi.fn();
  sessionStorage.setItem('taskdeck.draft', 'hidden');
  new EndedSession(showSignIn).note();
  vi.advanceTimersByTime(unsavedKeptInMs - 1);
  expect([sessionStorage.getItem('taskdeck.draft'), showSignIn.mock.calls.length]).toEqual(['hidden', 0]);
  vi.advanceTimersByTime(1);
  expect([sessionStorage.getItem('taskdeck.draft'), showSignIn.mock.calls.length]).toEqual([null, 1]);
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(false);
});
