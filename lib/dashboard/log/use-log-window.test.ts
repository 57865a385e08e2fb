// @vitest-environment jsdom
import { act } from 'react';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { LogFilter } from '@/components/log/log-filter.ts';
import { type LogAnswer, pageLines } from '@/components/log/log-window.ts';
import { standInLiveStream, tellChange } from '../testing/live-stream.ts';
import { answerReads, refusal, type ShownHook, showHook } from '../testing/show-hook.ts';
import { type LogAnchor, useLogWindow } from './use-log-window.ts';

let count: number;
let isAway: boolean;
let asked: string[];
/** What an answer waits for before it is given. */
let gate: Promise<void>;
let anchor: LogAnchor;
let filter: LogFilter;
let log: ShownHook<ReturnType<typeof useLogWindow>>;

beforeAll(standInLiveStream);
afterAll(() => vi.unstubAllGlobals());

beforeEach(() => {
  [count, isAway, gate, anchor, filter] = [1_700, false, Promise.resolve(), 'end', {}];
  ({ asked } = answerReads(async ({ searchParams }) => {
    const given = answerOf(searchParams);
    await gate;
    return isAway ? refusal(503, 'ServiceUnavailable', 'Later.') : given;
  }));
});

/** The log as the service pages it: lines 1 to `count`. */
function answerOf(query: URLSearchParams): LogAnswer {
  const [after, before] = [query.get('after'), query.get('before')];
  const isForward = after !== null || query.get('from') === 'start';
  const end = before === null ? count : Number(before) - 1;
  const first = isForward ? Number(after ?? 0) + 1 : Math.max(1, end - pageLines + 1);
  const last = isForward ? Math.min(count, first + pageLines - 1) : end;
  const lines = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => ({
    ...{ id: String(first + at), taskId: 't', runCount: 1, attempt: 1, level: 'info' as const },
    ...{ message: `line ${first + at}`, loggedOn: '2026-11-21T10:00:00.000Z' },
  }));
  return { lines, hasMore: isForward ? last < count : first > 1 };
}

async function show(): Promise<void> {
  log = await showHook(() => useLogWindow({ taskId: 't', run: 1, filter, anchor }));
}

/** The first and the last line of the window. */
function ends(): number[] {
  const { pages } = log.now.window;
  return [pages[0]?.firstId, pages.at(-1)?.lastId].map(Number);
}

/** Holds answers back; the function that it returns gives them. */
function hold(): () => Promise<void> {
  const held = Promise.withResolvers<void>();
  gate = held.promise;
  return () =>
    act(async () => {
      gate = Promise.resolve();
      held.resolve();
    });
}

it('begins at the end and grows towards the beginning, one read at a time', async () => {
  await show();
  expect(ends()).toEqual([1_201, 1_700]);
  expect(log.now.window).toMatchObject({ hasOlder: true, hasNewer: false });
  const give = hold();
  await act(async () => {
    log.now.onOlder();
    log.now.onOlder();
  });
  await give();
  expect(ends()).toEqual([701, 1_700]);
  expect(asked).toHaveLength(2);
  await act(async () => log.now.onOlder());
  expect(ends()).toEqual([201, 1_700]);
});

it('begins around a line, which is among what it shows', async () => {
  anchor = { line: '800' };
  await show();
  expect(ends()).toEqual([300, 1_299]);
  expect(log.now.window.pages.flatMap(({ lines }) => lines?.map(({ id }) => id) ?? [])).toContain('800');
  await act(async () => log.now.onNewer());
  expect(ends()).toEqual([300, 1_700]);
});

const change = () => tellChange({ tasks: ['t'] });

it('reads what was written while it first read, and while it read newer lines', async () => {
  let give = hold();
  await show();
  count = 1_703;
  await change();
  await give();
  await vi.waitFor(() => expect(ends()).toEqual([1_201, 1_703]));
  count = 1_705;
  give = hold();
  await change();
  await vi.waitFor(() => expect(asked.at(-1)).toContain('after=1703'));
  count = 1_708;
  await change();
  await give();
  await vi.waitFor(() => expect(ends()).toEqual([1_201, 1_708]));
});

it('follows what is written while it shows the end, and not while more lies before it', async () => {
  await show();
  count = 1_703;
  await change();
  expect(ends()).toEqual([1_201, 1_703]);
  log.end();

  anchor = 'start';
  await show();
  expect(ends()).toEqual([1, 500]);
  const before = asked.length;
  await change();
  expect(asked).toHaveLength(before);
});

it('keeps what it shows when a read fails, says why, and forgets that with the next answer', async () => {
  await show();
  isAway = true;
  await act(async () => log.now.onOlder());
  expect(log.now.problem).toMatchObject({ code: 'ServiceUnavailable', detail: 'Later.' });
  expect(ends()).toEqual([1_201, 1_700]);
  isAway = false;
  await act(async () => log.now.onOlder());
  expect(log.now.problem).toBeUndefined();
  expect(ends()).toEqual([701, 1_700]);
});

it('says why it could not begin, and begins again when asked', async () => {
  isAway = true;
  await show();
  expect(log.now).toMatchObject({ isLoaded: true, problem: { code: 'ServiceUnavailable' } });
  isAway = false;
  await act(async () => log.now.retry());
  expect(log.now.problem).toBeUndefined();
  expect(ends()).toEqual([1_201, 1_700]);
});

it('begins anew under another filter, and takes no late answer of the one before', async () => {
  await show();
  const give = hold();
  await act(async () => log.now.onOlder());
  gate = Promise.resolve();
  filter = { search: 'rare' };
  count = 3;
  await log.again();
  expect(ends()).toEqual([1, 3]);
  await give();
  expect(ends()).toEqual([1, 3]);
  expect(asked.at(-1)).toContain('search=rare');
});

it('lets go of lines that are far from the screen, and reads them again near it', async () => {
  count = 10_000;
  await show();
  for (let page = 0; page < 15; page++) await act(async () => log.now.onOlder());
  const lastPage = log.now.window.pages.length - 1;
  await act(async () => log.now.onPages(0, 1));
  expect(log.now.window.pages[lastPage]?.lines).toBeUndefined();
  expect(ends()).toEqual([2_001, 10_000]);
  await act(async () => log.now.onPages(lastPage - 1, lastPage));
  expect(log.now.window.pages[lastPage]?.lines?.at(-1)?.id).toBe('10000');
});
