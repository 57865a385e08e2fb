'use client';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type LogFilter, logFilterQuery } from '@/components/log/log-filter.ts';
import {
  appendLines,
  emptyWindow,
  type LogAnswer,
  type LogRequest,
  type LogWindow,
  openWindow,
  prependLines,
  releaseFarPages,
  requestOfPage,
  restorePage,
} from '@/components/log/log-window.ts';
import { useFollowedRead } from '../live/use-failed-reads.ts';
import { useLive } from '../live/use-live.ts';
import { type DashboardProblem, problemOf } from '../problem/problem.ts';
import { fetchJson } from '../query/fetch-json.ts';
import { runPaths } from '../run/run-queries.ts';

/** Where the reader begins: at either end, or around a line. */
export type LogAnchor = 'start' | 'end' | { line: string };

type Options = { taskId: string; run: number; filter: LogFilter; anchor: LogAnchor };

type Shown = { key: string; window: LogWindow; isLoaded: boolean; problem: DashboardProblem | undefined };

/** A window on a run's log that grows as it is scrolled and follows what is written. Another filter is another window. */
export function useLogWindow({ taskId, run, filter, anchor }: Options) {
  const query = logFilterQuery(filter).toString();
  const key = `${taskId} ${run} ${query} ${typeof anchor === 'string' ? anchor : anchor.line}`;
  const fresh: Shown = { key, window: emptyWindow, isLoaded: false, problem: undefined };
  const [kept, setShown] = useState<Shown>(fresh);
  const shown = kept.key === key ? kept : fresh;
  const isBusy = useRef(new Set<string>());
  const [round, setRound] = useState(0);
  /** Lines may have been written while newer ones were read: they are read once that is shown. */
  const isOwed = useRef(false);
  const [catchUps, setCatchUps] = useState(0);

  const ask = (request: LogRequest, signal?: AbortSignal) => {
    const asked = new URLSearchParams(query);
    for (const [name, value] of Object.entries(request)) asked.set(name, value);
    return fetchJson<LogAnswer>(`${runPaths.run(taskId, run)}/logs?${asked}`, signal === undefined ? {} : { signal });
  };
  const change = (how: (window: LogWindow) => LogWindow) =>
    setShown((now) => {
      if (now.key !== key) return now;
      const window = how(now.window);
      return window === now.window && now.problem === undefined ? now : { ...now, window, problem: undefined };
    });

  const open = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const window = await firstWindow((request) => ask(request, signal), anchor);
      if (!signal.aborted) setShown({ key, window, isLoaded: true, problem: undefined });
    } catch (error) {
      if (!signal.aborted) setShown({ key, window: emptyWindow, isLoaded: true, problem: problemOf(error) });
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for all that decides the window
  useEffect(() => {
    const controller = new AbortController();
    void open(controller.signal);
    return () => controller.abort();
  }, [key, round]);

  /** One request of a kind at a time; a failure leaves what is shown and is told. */
  const once = async (name: string, work: () => Promise<void>) => {
    const mark = `${key} ${name}`;
    if (isBusy.current.has(mark)) return;
    isBusy.current.add(mark);
    try {
      await work();
    } catch (error) {
      setShown((now) => (now.key === key ? { ...now, problem: problemOf(error) } : now));
    } finally {
      isBusy.current.delete(mark);
    }
  };

  const followNewer = useFollowedRead(() => void readNewer());
  const readNewer = () =>
    once('newer', async () => {
      const last = shown.window.pages.at(-1)?.lastId;
      const answer = await followNewer(ask(last === undefined ? { from: 'start' } : { after: last }));
      change((window) => appendLines(window, answer));
      if (!isOwed.current) return;
      isOwed.current = false;
      setCatchUps((count) => count + 1);
    });
  const readOlder = () =>
    once('older', async () => {
      const first = shown.window.pages[0]?.firstId;
      if (first === undefined) return;
      const answer = await ask({ before: first });
      change((window) => prependLines(window, answer));
    });
  const keepPages = (first: number, last: number) => {
    change((window) => releaseFarPages(window, first, last));
    for (let index = first; index <= last; index++) {
      const page = shown.window.pages[index];
      if (page === undefined || page.lines !== undefined) continue;
      void once(`page ${index}`, async () => {
        const answer = await ask(requestOfPage(shown.window, index));
        change((window) => restorePage(window, index, answer.lines));
      });
    }
  };

  const latest = useRef({ readNewer, readOlder, keepPages });
  useEffect(() => {
    latest.current = { readNewer, readOlder, keepPages };
  });
  useLive({ taskIds: [taskId], isReady: shown.isLoaded }, () => {
    if (isBusy.current.has(`${key} newer`)) isOwed.current = true;
    else if (!shown.window.hasNewer) void readNewer();
  });
  useEffect(() => {
    if (catchUps > 0) void latest.current.readNewer();
  }, [catchUps]);

  return {
    ...shown,
    onNewer: useCallback(() => void latest.current.readNewer(), []),
    onOlder: useCallback(() => void latest.current.readOlder(), []),
    onPages: useCallback((first: number, last: number) => latest.current.keepPages(first, last), []),
    retry: useCallback(() => setRound((count) => count + 1), []),
  };
}

async function firstWindow(ask: (request: LogRequest) => Promise<LogAnswer>, anchor: LogAnchor): Promise<LogWindow> {
  if (typeof anchor === 'string') return openWindow({ from: anchor }, await ask({ from: anchor }));
  const [older, newer] = await Promise.all([ask({ before: anchor.line }), ask({ after: previousId(anchor.line) })]);
  const around = openWindow({ after: anchor.line }, newer);
  return around.pages.length === 0 ? openWindow({ before: anchor.line }, older) : prependLines(around, older);
}

/** Ids of log entries are whole numbers in the order of writing: with the one before, `after` includes the line. */
function previousId(id: string): string {
  return /^[1-9]\d*$/.test(id) ? String(BigInt(id) - 1n) : id;
}
