import type { LogEntry } from '#contract';

/** What to ask of the service for a part of a log, always at most `pageLines` lines. */
export type LogRequest = { from: 'start' | 'end' } | { after: string } | { before: string };

/** A page that was read. Its lines are let go when they are far from what is on screen; its place stays. */
export type LogPage = {
  firstId: string;
  lastId: string;
  /** When its first and last lines were logged, in milliseconds since the epoch. */
  firstAt: number;
  lastAt: number;
  /** Attempt of each line: small, and needed to know where separators stand. */
  attempts: readonly number[];
  lines: readonly LogEntry[] | undefined;
};

/** A stretch of one log (under one filter) with the lines near the screen in memory; it grows both ways. */
export type LogWindow = { pages: readonly LogPage[]; hasOlder: boolean; hasNewer: boolean };

/** The answer to a `LogRequest`, in the order of time. `hasMore`: beyond it in the direction that was asked. */
export type LogAnswer = { lines: readonly LogEntry[]; hasMore: boolean };

export const pageLines = 500;
/** Lines stay in memory for this many pages: 6,000 lines. */
const keptPages = 12;

export const emptyWindow: LogWindow = { pages: [], hasOlder: false, hasNewer: false };

/** The window after its first answer; a window around a line gets both neighbours' answers in turn. */
export function openWindow(request: LogRequest, answer: LogAnswer): LogWindow {
  const pages = answer.lines.length === 0 ? [] : [pageOf(answer.lines)];
  if ('from' in request) {
    const isStart = request.from === 'start';
    return { pages, hasOlder: !isStart && answer.hasMore, hasNewer: isStart && answer.hasMore };
  }
  return 'after' in request
    ? { pages, hasOlder: true, hasNewer: answer.hasMore }
    : { pages, hasOlder: answer.hasMore, hasNewer: true };
}

/** Adds lines after the last. Lines that are there already (two answers crossed) are not added twice. */
export function appendLines(window: LogWindow, answer: LogAnswer): LogWindow {
  const known = new Set(window.pages.at(-1)?.lines?.map((line) => line.id));
  const lines = answer.lines.filter((line) => !known.has(line.id));
  const grown = lines.length === 0 ? window.pages : joinLast(window.pages, lines);
  return { ...window, pages: grown, hasNewer: answer.hasMore };
}

/** A log that is followed gets a few lines at a time: they fill the last page before they begin another. */
function joinLast(pages: readonly LogPage[], lines: readonly LogEntry[]): LogPage[] {
  const last = pages.at(-1);
  if (last?.lines === undefined || last.lines.length + lines.length > pageLines) return [...pages, pageOf(lines)];
  return [...pages.slice(0, -1), pageOf([...last.lines, ...lines])];
}

export function prependLines(window: LogWindow, answer: LogAnswer): LogWindow {
  const known = new Set(window.pages[0]?.lines?.map((line) => line.id));
  const lines = answer.lines.filter((line) => !known.has(line.id));
  const pages = lines.length === 0 ? window.pages : [pageOf(lines), ...window.pages];
  return { ...window, pages, hasOlder: answer.hasMore };
}

/** Puts back the lines of a page that had been let go; an answer without all of them changes nothing. */
export function restorePage(window: LogWindow, index: number, lines: readonly LogEntry[]): LogWindow {
  const page = window.pages[index];
  const first = lines.findIndex((line) => line.id === page?.firstId);
  if (page === undefined || page.lines !== undefined || first === -1) return window;
  if (lines.length - first < page.attempts.length) return window;
  const restored = { ...page, lines: lines.slice(first, first + page.attempts.length) };
  return { ...window, pages: window.pages.with(index, restored) };
}

/** What to ask for to have the lines of a page again. */
export function requestOfPage(window: LogWindow, index: number): LogRequest {
  const older = window.pages[index - 1];
  if (older !== undefined) return { after: older.lastId };
  const newer = window.pages[index + 1];
  if (window.hasOlder && newer !== undefined) return { before: newer.firstId };
  return { from: 'start' };
}

/** Lets go of the lines of pages far from those on screen. */
export function releaseFarPages(window: LogWindow, first: number, last: number): LogWindow {
  const spare = Math.max(0, Math.floor((keptPages - (last - first + 1)) / 2));
  const isFar = (index: number) => index < first - spare || index > last + spare;
  if (!window.pages.some((page, index) => page.lines !== undefined && isFar(index))) return window;
  return {
    ...window,
    pages: window.pages.map((page, index) => (isFar(index) ? { ...page, lines: undefined } : page)),
  };
}

function pageOf(lines: readonly LogEntry[]): LogPage {
  const ends = { first: lines[0], last: lines.at(-1) };
  return {
    firstId: ends.first?.id ?? '',
    lastId: ends.last?.id ?? '',
    firstAt: Date.parse(ends.first?.loggedOn ?? ''),
    lastAt: Date.parse(ends.last?.loggedOn ?? ''),
    attempts: lines.map((line) => line.attempt),
    lines,
  };
}
