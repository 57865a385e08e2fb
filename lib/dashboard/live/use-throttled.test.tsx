// @vitest-environment jsdom
import { Activity } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import { useThrottled } from './use-throttled.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const intervalInMs = 1_000;

function Page({ read, given }: { read: () => void; given: { call?: () => void } }) {
  given.call = useThrottled(read, intervalInMs);
  return null;
}

/** Shows a page that reads in turns, hides it, and shows it again. */
async function throttled() {
  const read = vi.fn();
  const given: { call?: () => void } = {};
  const page = (mode: 'visible' | 'hidden') => (
    <Activity mode={mode}>
      <Page read={read} given={given} />
    </Activity>
  );
  const { redraw, end } = await draw(page('visible'));
  return { read, show: (mode: 'visible' | 'hidden') => redraw(page(mode)), call: () => given.call?.(), unmount: end };
}

it('calls at once, then once per interval, and makes up for the last call', async () => {
  const { read, call } = await throttled();
  for (let times = 0; times < 10; times += 1) call();
  expect(read).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(intervalInMs);
  expect(read).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(10 * intervalInMs);
  expect(read).toHaveBeenCalledTimes(2);
});

it('calls nothing for a page that is hidden, and goes on when it is shown again', async () => {
  const { read, show, call } = await throttled();
  call();
  call();
  await show('hidden');
  vi.advanceTimersByTime(10 * intervalInMs);
  expect(read).toHaveBeenCalledTimes(1);
  await show('visible');
  call();
  expect(read).toHaveBeenCalledTimes(2);
});

it('calls nothing after its page has gone', async () => {
  const { read, call, unmount } = await throttled();
  call();
  call();
  unmount();
  vi.advanceTimersByTime(10 * intervalInMs);
  expect(read).toHaveBeenCalledTimes(1);
});
