'use client';
import { useQueryStates } from 'nuqs';
import { useCallback, useState } from 'react';
import { isEnded } from '#contract';
import type { LogFilter } from '@/components/log/log-filter.ts';
import type { RunView } from '@/components/run/run-view.ts';
import { toast } from '@/components/ui/toast.ts';
import { readLineAt } from '../log/line-at.ts';
import { useLogVolume } from '../log/use-log-volume.ts';
import { type LogAnchor, useLogWindow } from '../log/use-log-window.ts';
import { problemOf } from '../problem/problem.ts';
import { logParams } from './run-params.ts';

/**
 * Which lines of a run's log are shown: the address has the filter and the line that was asked for. Without a line it is
 * an end of the log, and the newest line is followed while the run goes on.
 */
export function useRunLog(taskId: string, run: RunView) {
  const [url, setUrl] = useQueryStates(logParams, { history: 'replace' });
  const hasEnded = isEnded(run.status);
  const [isFollowing, setFollowing] = useState(!hasEnded && url.line === null);
  const [end, setEnd] = useState<'start' | 'end'>(hasEnded ? 'start' : 'end');
  const [jumps, setJumps] = useState(0);
  const filter: LogFilter = {
    search: url.q ?? undefined,
    level: url.level ?? undefined,
    attempt: url.attempt ?? undefined,
    sequence: url.of ?? undefined,
  };
  const anchor: LogAnchor = url.line === null ? end : { line: url.line };
  const log = useLogWindow({ taskId, run: run.runCount, filter, anchor });
  const volume = useLogVolume(taskId, run.runCount, filter);

  const setFilter = useCallback(
    (next: LogFilter) =>
      void setUrl({
        q: next.search ?? null,
        level: next.level ?? null,
        attempt: next.attempt ?? null,
        of: next.sequence ?? null,
        line: null,
      }),
    [setUrl],
  );
  /** Shows the lines around one, without a filter. */
  const showContext = useCallback(
    (line: string) => {
      setFollowing(false);
      void setUrl({ q: null, level: null, attempt: null, of: null, line }, { history: 'push' });
    },
    [setUrl],
  );
  const showLine = (line: string) => {
    setFollowing(false);
    void setUrl({ line });
  };
  const leaveLine = () => {
    if (url.line !== null) void setUrl({ line: null });
  };
  const jump = (to: 'start' | 'end') => {
    setFollowing(to === 'end' && !hasEnded);
    setEnd(to);
    setJumps(jumps + 1);
    leaveLine();
  };
  return {
    log,
    volume,
    filter,
    setFilter,
    hasEnded,
    isFollowing,
    setFollowing,
    /** The line that was asked for. */
    line: url.line ?? undefined,
    /** Changes with each jump to an end. */
    jumps,
    startsAtCursor: jumps === 0 && !isFollowing && url.line === null,
    startsAtEnd: end === 'end' && url.line === null && jumps > 0,
    showContext,
    showLine,
    jump,
    follow(isOn: boolean) {
      setFollowing(isOn);
      if (!isOn) return;
      setEnd('end');
      leaveLine();
    },
    /** Shows the last line at or before a time, in milliseconds since 1970; the beginning where there is none. */
    async showLineAt(at: number) {
      try {
        const line = await readLineAt({ taskId, run: run.runCount, filter }, at);
        if (line === undefined) jump('start');
        else showLine(line);
      } catch (error) {
        toast.error('The line was not loaded', { description: problemOf(error).detail });
      }
    },
  };
}
