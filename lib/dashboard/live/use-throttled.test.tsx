// @vitest-environment jsdom
import { Activity, act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useThrottled } from './use-throttled.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const intervalInMs = 1_000;

function Page({ read, given }: { read: () => void; given: { call?: () => void } }) {
  given.call = useThrottled(read, intervalInMs);
  return null;
}

/** Shows a page that reads in turns, hides it, and shows it again. */
function throttled() {
  const root = createRoot(document.createElement('div'));
  const read = vi.fn();
  const given: { call?: () => void } = {};
  const show = (mode: 'visible' | 'hidden') =>
    act(() =>
      root.render(
        <Activity mode={mode}>
          <Page read={read} given={given} />
        </Activity>,
      ),
    );
  show('visible');
  return { read, show, call: () => given.call?.(), unmount: () => act(() => root.unmount()) };
}

it('calls at once, then once per interval, and makes up for the last call', () => {
  const { read, call } = throttled();
  for (let times = 0; times < 10; times += 1) call();
  expect(read).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(intervalInMs);
  expect(read).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(10 * intervalInMs);
  expect(read).toHaveBeenCalledTimes(2);
});

it('calls nothing for a page that is hidden, and goes on when it is shown again', () => {
  const { read, show, call } = throttled();
  call();
  call();
  show('hidden');
  vi.advanceTimersByTime(10 * intervalInMs);
  expect(read).toHaveBeenCalledTimes(1);
  show('visible');
  call();
  expect(read).toHaveBeenCalledTimes(2);
});

it('calls nothing after its page has gone', () => {
  const { read, call, unmount } = throttled();
  call();
  call();
  unmount();
  vi.advanceTimersByTime(10 * intervalInMs);
  expect(read).toHaveBeenCalledTimes(1);
});
