// @vitest-environment jsdom
import { act } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import { MuteDialog } from './mute-dialog.tsx';

it('sends the same end again after a lost answer', async () => {
  const ends: string[] = [];
  const onMute = async (until: string) => {
    ends.push(until);
    return { code: 'Unreachable', detail: 'The dashboard did not answer.' } as const;
  };
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await draw(<MuteDialog name="Pager" onMute={onMute} onClose={() => {}} />);
  const press = () =>
    act(async () => document.querySelector<HTMLButtonElement>('[role="dialog"] button[type="submit"]')?.click());
  await press();
  vi.setSystemTime(Date.now() + 5_000);
  await press();
  expect(ends).toHaveLength(2);
  expect(ends[1]).toBe(ends[0]);
});
