// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import { FailedPage } from './failed-page.tsx';

const refresh = vi.fn();
vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh }) }));
vi.mock('../../live/is-service-ready.ts', () => ({ isServiceReady: async () => true }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return () => vi.useRealTimers();
});

/** Shows the failure of a page for two seconds. */
async function fail(name: string) {
  const reset = vi.fn();
  const { host, end } = await draw(<FailedPage error={Object.assign(new Error('lost'), { name })} reset={reset} />);
  const text = host.textContent;
  await act(() => vi.advanceTimersByTimeAsync(2_100));
  end();
  return { text, rereads: reset.mock.calls.length };
}

it('reads a page again by itself when a part of it was lost, but not for ever', async () => {
  for (let tries = 0; tries < 5; tries += 1)
    expect(await fail('ChunkLoadError')).toEqual({
      text: expect.stringContaining('It is tried again by itself'),
      rereads: 1,
    });
  expect(await fail('ChunkLoadError')).toEqual({ text: expect.stringContaining('Reload the page'), rereads: 0 });
  expect(refresh).toHaveBeenCalledTimes(5);
});

it('does not repeat a page that throws', async () => {
  expect(await fail('TypeError')).toMatchObject({ rereads: 0 });
});
