// @vitest-environment jsdom
import { act } from 'react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { TaskStatus } from '#contract';
import type { RunView } from '@/components/run/run-view.ts';
import { showToastsWith } from '@/components/ui/toast.ts';
import { standInLiveStream } from '../testing/live-stream.ts';
import { answerReads, refusal, type ShownHook, showHook } from '../testing/show-hook.ts';
import { useRunLog } from './use-run-log.ts';

let asked: string[];
let found: { id: string; runCount: number }[];
let isAway: boolean;
let told: string[];
let log: ShownHook<ReturnType<typeof useRunLog>>;

beforeAll(() => {
  standInLiveStream();
  showToastsWith((_, title) => told.push(title));
});

beforeEach(() => {
  [found, isAway, told] = [[], false, []];
  ({ asked } = answerReads(({ pathname }) => {
    if (pathname.endsWith('/volume')) return { buckets: [] };
    if (isAway) return refusal(503, 'ServiceUnavailable', 'Later.');
    return pathname === '/api/logs' ? { value: found } : { lines: [], hasMore: false };
  }));
});

async function show(status: TaskStatus): Promise<void> {
  const run = { runCount: 2, status } as RunView; // it reads no more of a run
  log = await showHook(() => useRunLog('t', run));
}
/** What the last read of lines asked for. */
function lastRead(): Record<string, string> {
  const address = asked.findLast((one) => !one.includes('/volume') && !one.startsWith('/api/logs')) ?? '';
  return Object.fromEntries(new URL(address, 'http://dashboard').searchParams);
}
const now = () => {
  const { isFollowing, line, startsAtEnd, startsAtCursor, filter } = log.now;
  return { isFollowing, line, startsAtEnd, startsAtCursor, filter };
};

it('follows a run that goes on from its newest line, and reads one that has ended from its first', async () => {
  await show('running');
  expect(log.now).toMatchObject({ hasEnded: false, isFollowing: true, startsAtCursor: false });
  expect(lastRead().from).toBe('end');
  await show('failed');
  expect(log.now).toMatchObject({ hasEnded: true, isFollowing: false, startsAtCursor: true });
  expect(lastRead().from).toBe('start');
});

it('shows a line in its context: without a filter, and without following', async () => {
  await show('running');
  await act(async () => log.now.setFilter({ level: 'warn', search: 'card', attempt: 2, sequence: 7 }));
  expect(lastRead()).toMatchObject({ level: 'warn', search: 'card', attempt: '2', sequence: '7' });
  await act(async () => log.now.showContext('40'));
  expect(now()).toMatchObject({ line: '40', isFollowing: false, startsAtCursor: false, startsAtEnd: false });
  expect(Object.values(log.now.filter).filter((one) => one !== undefined)).toEqual([]);
});

it('leaves the line with another filter, a jump, and to follow', async () => {
  await show('running');
  for (const leave of [
    () => log.now.setFilter({ level: 'error' }),
    () => log.now.jump('end'),
    () => log.now.jump('start'),
    () => log.now.follow(true),
  ]) {
    await act(async () => log.now.showLine('40'));
    expect(now()).toMatchObject({ line: '40', isFollowing: false });
    await act(async () => leave());
    expect(log.now.line).toBeUndefined();
  }
  expect(log.now.filter.level).toBe('error');
});

it('follows after a jump to the end of a run that goes on, and not of one that has ended', async () => {
  await show('running');
  await act(async () => log.now.jump('start'));
  expect(now()).toMatchObject({ isFollowing: false, startsAtEnd: false });
  await act(async () => log.now.jump('end'));
  expect(now()).toMatchObject({ isFollowing: true, startsAtEnd: true });
  await act(async () => log.now.follow(false));
  expect(log.now.isFollowing).toBe(false);
  await show('failed');
  await act(async () => log.now.jump('end'));
  expect(now()).toMatchObject({ isFollowing: false, startsAtEnd: true, startsAtCursor: false });
  expect(log.now.jumps).toBe(1);
});

it('shows the last line before a time, and the beginning where this run has none', async () => {
  const at = Date.parse('2026-11-21T10:00:00.000Z');
  await show('failed');
  found = [{ id: '31', runCount: 2 }];
  await act(async () => log.now.showLineAt(at));
  expect(log.now.line).toBe('31');
  expect(asked.find((one) => one.startsWith('/api/logs'))).toContain(
    `loggedBefore=${encodeURIComponent('2026-11-21T10:00:00.001Z')}`,
  );
  found = [{ id: '12', runCount: 1 }];
  await act(async () => log.now.showLineAt(at));
  expect(log.now).toMatchObject({ line: undefined, jumps: 1 });
  isAway = true;
  await act(async () => log.now.showLineAt(at));
  expect(told).toEqual(['The line was not loaded']);
});
