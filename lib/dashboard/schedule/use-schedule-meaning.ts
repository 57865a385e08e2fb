'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import type { Meaning } from '@/components/schedule/schedule-meaning.tsx';
import type { NewTaskForm } from '@/components/task/new/new-task-form.ts';
import { readMoment } from '@/components/ui/moment-text.ts';
import { presentTime } from '@/components/ui/present.ts';
import { problemOf } from '../problem/problem.ts';
import { fetchJson } from '../query/fetch-json.ts';

const longestPauseInMs = 3_600_000;

/** How long it takes until the first time is past: the times are then read anew. */
function untilPast(meaning: Meaning | undefined): number | false {
  const first = meaning !== undefined && 'next' in meaning ? meaning.next[0] : undefined;
  if (first === undefined) return false;
  return Math.min(longestPauseInMs, Math.max(1_000, Date.parse(first) - presentTime() + 500));
}

/** What the schedule of a form means while it is written, or why that is not known; `undefined` until it is. */
export function useScheduleMeaning(form: Pick<NewTaskForm, 'cron' | 'timeZone' | 'until'>): Meaning | undefined {
  const cron = useDeferredValue(form.cron.trim());
  const timeZone = form.timeZone || 'UTC';
  const until = readMoment(form.until)?.on;
  const { data, error } = useQuery({
    queryKey: ['schedule-meaning', cron, timeZone, until],
    queryFn: ({ signal }) => {
      const params = new URLSearchParams({ cron, timeZone, ...(until === undefined ? {} : { until }) });
      return fetchJson<Meaning>(`/api/schedules/preview?${params}`, { signal });
    },
    enabled: cron !== '',
    refetchInterval: ({ state }) => untilPast(state.data),
    placeholderData: keepPreviousData,
  });
  if (cron === '') return undefined;
  return error === null ? data : { problem: `The next runs could not be read. ${problemOf(error).detail}` };
}
