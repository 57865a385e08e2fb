'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { isEnded } from '#contract';
import { type StepPages, stepsOf } from '@/components/step/step-pages.ts';
import { statusWord } from '@/components/task/status.ts';
import { useMay } from '../access/scopes-context.tsx';
import { useLive, useLiveState } from '../live/use-live.ts';
import { useRefresh } from '../live/use-refresh.ts';
import { ProblemError } from '../problem/problem.ts';
import { tellReadFailure } from '../problem/tell-failure.ts';
import { fetchJson } from '../query/fetch-json.ts';
import { whileConnected } from '../query/read-again.ts';
import type { RunRead } from './read-run.ts';
import { fetchSteps, firstSteps, runKeys, runPaths } from './run-queries.ts';

/** A run that goes on is read again this often: that it is due again is not told before a worker takes it. */
const lookEveryMs = 5_000;
/** One that has ended: it can be removed, of which some operators are not told. */
const lookAtEndedEveryMs = 60_000;

/** The task and the run that is seen, kept fresh. */
export function useRun(id: string, run: string | null) {
  const { isPaused } = useLiveState();
  return useQuery({
    queryKey: runKeys.run(id, run),
    queryFn: async ({ signal }) => {
      const query = run === null ? '' : `?run=${encodeURIComponent(run)}`;
      return await fetchJson<RunRead>(`${runPaths.task(id)}/run${query}`, { signal });
    },
    placeholderData: (before) => before,
    refetchInterval: ({ state: { data } }) => {
      if (isPaused || data === undefined) return false;
      return isEnded(data.run.status) ? lookAtEndedEveryMs : lookEveryMs;
    },
  });
}

/**
 * The steps of a run; `loadMore` where there are more than are loaded. It rejects when they could not be read. Without the
 * scope to read them, nothing is asked.
 */
export function useSteps(id: string, run: number) {
  const queryClient = useQueryClient();
  const { reason } = useMay('steps/read');
  const key = runKeys.steps(id, run);
  const name = key.join(' ');
  /** How many steps were asked for: a refresh that comes between reads as many. */
  const wanted = useRef({ name, count: 0 });
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => {
      if (reason !== undefined) throw new ProblemError({ code: 'InsufficientScope', detail: reason });
      const least = wanted.current.name === name ? wanted.current.count : 0;
      return fetchSteps({ id, run, least }, queryClient.getQueryData<StepPages>(key), signal);
    },
  });
  const isLoadingMore = useRef(false);
  const { data, refetch } = query;
  const loadTo = useCallback(
    async (least: number) => {
      if (isLoadingMore.current || data === undefined || !data.hasMore) return;
      isLoadingMore.current = true;
      wanted.current = { name, count: Math.max(stepsOf(data).length + 1, least) };
      try {
        await whileConnected(refetch({ throwOnError: true }));
      } finally {
        isLoadingMore.current = false;
      }
    },
    [data, name, refetch],
  );
  const loadMore = useCallback(() => loadTo(0), [loadTo]);
  return { ...query, loadTo, loadMore: data?.hasMore ? loadMore : undefined };
}

/**
 * The steps of a run as its page has them: those that did not come with the page are read at once, up to `firstSteps`, or up
 * to the selected one where that comes later and is one of the `count` steps that the run has.
 */
export function usePageSteps(id: string, run: number, selected: number | null, count: number) {
  const steps = useSteps(id, run);
  const { data, loadTo } = steps;
  const wanted = Math.max(firstSteps, selected === null || selected >= count ? 0 : selected + 1);
  const isAhead = data?.hasMore === true && stepsOf(data).length < wanted;
  useEffect(() => {
    if (isAhead) void tellReadFailure('More steps could not be read', loadTo(wanted));
  }, [isAhead, wanted, loadTo]);
  return steps;
}

/** Refreshes everything shown about a task when it changes. */
export function useLiveTask(id: string): void {
  useLive({ taskIds: [id] }, useRefresh(runKeys.task(id)));
}

/** Says aloud, once, when the run that is seen ends. */
export function useEndAnnouncement(read: RunRead | undefined, announce: (text: string) => void): void {
  const before = useRef<{ run: number; isEnded: boolean }>(undefined);
  useEffect(() => {
    if (read === undefined) return;
    const { runCount, status } = read.run;
    const last = before.current;
    before.current = { run: runCount, isEnded: isEnded(status) };
    if (last !== undefined && last.run === runCount && !last.isEnded && isEnded(status))
      announce(`Run ${runCount} ${statusWord(status)}.`);
  }, [read, announce]);
}
