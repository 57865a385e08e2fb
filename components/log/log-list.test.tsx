// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import type { LogEntry } from '#contract';
import { draw } from '@/components/testing/draw.ts';
import { LogList } from './log-list.tsx';
import { openWindow } from './log-window.ts';

const screen = { line: 20, height: 600 };
const lines = Array.from(
  { length: 200 },
  (_, index): LogEntry => ({
    id: String(index + 1),
    taskId: 'task',
    runCount: 1,
    attempt: 1,
    level: 'info',
    message: `line ${index + 1}`,
    loggedOn: '2026-01-01T00:00:00.000Z',
  }),
);
const end = lines.length * screen.line - screen.height;

beforeEach(() => {
  Element.prototype.scrollTo = () => {};
  // jsdom lays nothing out: every element is a screen of lines that can be scrolled
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => screen.height });
  Object.defineProperty(HTMLElement.prototype, 'scrollHeight', {
    configurable: true,
    get: () => lines.length * screen.line,
  });
});

async function show(isFollowing: boolean, onFollowing: (isFollowing: boolean) => void): Promise<HTMLElement> {
  const ignore = () => {};
  const { host } = await draw(
    <LogList
      window={openWindow({ from: 'end' }, { lines, hasMore: false })}
      search=""
      isWrapped={false}
      startsAtEnd={false}
      isFollowing={isFollowing}
      onFollowing={onFollowing}
      onOlder={ignore}
      onNewer={ignore}
      onPages={ignore}
      stepName={() => undefined}
      markedId={undefined}
      onContext={undefined}
    />,
  );
  const region = host.querySelector<HTMLElement>('[aria-label="Log lines"]');
  if (region === null) throw new Error('no list was drawn');
  return region;
}

async function scroll(region: HTMLElement, top: number): Promise<void> {
  await act(async () => {
    region.scrollTop = top;
    region.dispatchEvent(new Event('scroll'));
  });
}

it('stops following at the first scroll upward, though no second one comes', async () => {
  const told: boolean[] = [];
  const region = await show(true, (isFollowing) => told.push(isFollowing));
  await scroll(region, end);
  expect(told).toEqual([]);
  await scroll(region, end - 2_000);
  expect(told).toEqual([false]);
});
