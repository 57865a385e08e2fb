import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LogEntry } from '#contract';
import { logRows } from './log-rows.ts';
import {
  appendLines,
  type LogAnswer,
  type LogRequest,
  type LogWindow,
  openWindow,
  pageLines,
  prependLines,
  releaseFarPages,
  requestOfPage,
  restorePage,
} from './log-window.ts';

function line(id: number, attempt = 1): LogEntry {
  return {
    id: String(id),
    taskId: 'import-1',
    runCount: 1,
    attempt,
    level: 'info',
    message: `line ${id}`,
    loggedOn: new Date(Date.UTC(2026, 10, 21) + id).toISOString(),
  };
}

/** Answers as the service does, out of a log that is an array. */
function ask(log: readonly LogEntry[], request: LogRequest): LogAnswer {
  if ('from' in request && request.from === 'start')
    return { lines: log.slice(0, pageLines), hasMore: log.length > pageLines };
  if ('after' in request) {
    const rest = log.filter((entry) => Number(entry.id) > Number(request.after));
    return { lines: rest.slice(0, pageLines), hasMore: rest.length > pageLines };
  }
  const rest = 'before' in request ? log.filter((entry) => Number(entry.id) < Number(request.before)) : log;
  return { lines: rest.slice(-pageLines), hasMore: rest.length > pageLines };
}

const logOf = (length: number) => Array.from({ length }, (_, index) => line(index + 1));
const open = (log: readonly LogEntry[], request: LogRequest) => openWindow(request, ask(log, request));
const older = (log: readonly LogEntry[], window: LogWindow) =>
  prependLines(window, ask(log, { before: window.pages[0]?.firstId ?? '' }));
const newer = (log: readonly LogEntry[], window: LogWindow) =>
  appendLines(window, ask(log, { after: window.pages.at(-1)?.lastId ?? '' }));
const ids = (window: LogWindow) => window.pages.flatMap((page) => page.lines?.map((entry) => Number(entry.id)) ?? []);

describe('a window on a log', () => {
  it('reaches every line once, from either end or from the middle', () => {
    const log = logOf(1_700);
    fc.assert(
      fc.property(
        fc.constantFrom<LogRequest>({ from: 'start' }, { from: 'end' }, { after: '800' }, { before: '801' }),
        (request) => {
          let window = open(log, request);
          while (window.hasOlder) window = older(log, window);
          while (window.hasNewer) window = newer(log, window);
          expect(ids(window)).toEqual(log.map((entry) => Number(entry.id)));
        },
      ),
    );
  });

  it('holds a bounded number of lines of a long log, and gets let-go pages back as they were', () => {
    const log = logOf(100_000);
    let window = open(log, { from: 'start' });
    while (window.hasNewer) {
      window = newer(log, window);
      window = releaseFarPages(window, window.pages.length - 1, window.pages.length - 1);
      expect(ids(window).length).toBeLessThanOrEqual(6_500);
    }
    const rows = logRows(window);
    expect(rows.count).toBe(100_000);
    expect(rows.lineOf(50_000)).toBeUndefined();
    const page = rows.pageOf(50_000);
    const back = restorePage(window, page, ask(log, requestOfPage(window, page)).lines);
    expect(logRows(back).lineOf(50_000)?.message).toBe('line 50001');
    expect(logRows(back).keyOf(50_000)).toBe(rows.keyOf(50_000));
  });

  it('gets the first page back, also when older lines are beyond it', () => {
    const log = logOf(3_000);
    for (const request of [{ from: 'start' }, { after: '1000' }] as const) {
      let window = open(log, request);
      while (window.hasNewer) window = newer(log, window);
      const released = releaseFarPages(
        { ...window, pages: window.pages.map((page) => ({ ...page, lines: undefined })) },
        0,
        0,
      );
      const back = restorePage(released, 0, ask(log, requestOfPage(released, 0)).lines);
      expect(back.pages[0]?.lines).toEqual(window.pages[0]?.lines);
    }
  });

  it('keeps a page whole when an answer that was asked for earlier holds only a part of it', () => {
    const log = logOf(600);
    const window = open(log, { from: 'end' });
    const part = ask(log, { from: 'start' }).lines;
    expect(restorePage(window, 0, part)).toBe(window);
    const released = { ...window, pages: window.pages.map((page) => ({ ...page, lines: undefined })) };
    expect(restorePage(released, 0, part)).toBe(released);
  });

  it('does not show a line twice when two answers cross', () => {
    const log = logOf(20);
    const window = open(log.slice(0, 10), { from: 'start' });
    const crossed = appendLines(appendLines(window, { lines: log.slice(10), hasMore: false }), {
      lines: log.slice(15),
      hasMore: false,
    });
    expect(ids(crossed)).toEqual(log.map((entry) => Number(entry.id)));
  });

  it('fills the last page while it is followed line by line', () => {
    let window = open(logOf(1), { from: 'end' });
    for (let id = 2; id <= 900; id++) window = appendLines(window, { lines: [line(id)], hasMore: false });
    expect(window.pages).toHaveLength(2);
  });
});

describe('logRows', () => {
  it('tells where an attempt begins', () => {
    const log = [line(1), line(2), line(3, 2), line(4, 2), line(5, 3)];
    const rows = logRows(open(log, { from: 'start' }));
    expect([0, 1, 2, 3, 4].map(rows.attemptFrom)).toEqual([undefined, undefined, 2, undefined, 3]);
  });

  it('finds the row of a line', () => {
    expect(logRows(open(logOf(1_000), { from: 'end' })).rowOf('700')).toBe(199);
  });
});
