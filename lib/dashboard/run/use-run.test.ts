// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { answerReads, showHook } from '../testing/show-hook.ts';
import { standInBrowser } from '../testing/show-page.tsx';
import { useRun } from './use-run.ts';

afterEach(() => void vi.useRealTimers());

it('reads a run again without news while it goes on, and seldom once it has ended: it may be removed', async () => {
  standInBrowser();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let status = 'waiting';
  const { asked } = answerReads(() => ({ task: { id: 't' }, run: { status } }));
  const run = await showHook(() => useRun('t', null));
  const shows = (expected: string) => vi.waitFor(() => expect(run.now.data?.run.status).toBe(expected));
  const pass = () => act(async () => vi.advanceTimersByTime(5_000));
  await shows('waiting');
  status = 'queued';
  await pass();
  await shows('queued');
  status = 'succeeded';
  await pass();
  await shows('succeeded');
  const count = asked.length;
  await pass();
  expect(asked).toHaveLength(count);
  for (let passed = 5_000; passed < 60_000; passed += 5_000) await pass();
  await vi.waitFor(() => expect(asked).toHaveLength(count + 1));
});
