'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { ProblemError } from '../problem/problem.ts';
import { circuitBreaker } from '../query/browser-circuit-breaker.ts';
import { liveStream } from './browser-live-host.ts';
import { browserClock } from './clock.ts';
import { FailedReads } from './failed-reads.ts';
import { followQueries, isFailedRead, readFailedFirst } from './follow-queries.ts';

/** The failed reads of this tab. */
const failedReads = new FailedReads({
  ...browserClock,
  random: () => Math.random(),
  isIdle: () => liveStream.state.isPaused || document.hidden,
});

/** How often the service is asked whether it can work: a page on which nothing changes reads nothing else. */
const askEveryMs = 10_000;

/** Follows the queries of this page, and whether the service can answer them. For the shell. */
export function useFollowedQueries(): void {
  const queryClient = useQueryClient();
  useEffect(() => followQueries(queryClient, failedReads, () => browserClock.now()), [queryClient]);
  useEffect(
    () =>
      circuitBreaker.onEnd(() => {
        failedReads.retry();
        readFailedFirst(queryClient);
      }),
    [queryClient],
  );
  useEffect(() => {
    const doubt = () => circuitBreaker.doubt();
    const reasons = ['online', 'click', 'keydown'] as const; // who presses "Try again" is not told what the last probe found
    for (const reason of reasons) window.addEventListener(reason, doubt, { capture: true });
    return () => {
      for (const reason of reasons) window.removeEventListener(reason, doubt, { capture: true });
    };
  }, []);
  useQuery({
    queryKey: ['service-ready'],
    queryFn: async () => {
      if (await circuitBreaker.isReady()) return true;
      throw new ProblemError({ code: 'Unreachable', detail: 'The service cannot be reached.' });
    },
    initialData: true,
    refetchInterval: askEveryMs,
    retry: false,
  });
}

/** Returns since when what is shown may be out of date because it could not be read again; `undefined` when it could. */
export function useFailedReads(): number | undefined {
  return useSyncExternalStore(
    (watcher) => failedReads.watch(watcher),
    () => failedReads.since,
    () => undefined,
  );
}

/**
 * Returns what a read outside of the query cache passes through, as far as it is to bring up to date what is shown. One
 * that fails is noted, and repeated with `retry`, until another one succeeds or the component is gone.
 */
export function useFollowedRead(retry: () => void): <Answer>(read: Promise<Answer>) => Promise<Answer> {
  const present = useRef({ retry, isShown: true });
  useEffect(() => {
    present.current.retry = retry;
  });
  useEffect(() => {
    const { current: reader } = present;
    reader.isShown = true;
    return () => {
      reader.isShown = false;
      failedReads.settled(reader);
    };
  }, []);
  return useCallback(async (read) => {
    const { current: reader } = present;
    const begunOn = browserClock.now();
    try {
      const answer = await read;
      failedReads.settled(reader);
      return answer;
    } catch (error) {
      if (reader.isShown && isFailedRead(error)) failedReads.failed(reader, begunOn, () => reader.retry());
      throw error;
    }
  }, []);
}
