'use client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Reveal } from '#contract';
import type { RevealedView, RevealPlace } from '@/components/reveal/reveal-view.ts';
import { presentTime } from '@/components/ui/present.ts';
import { fetchJson } from '../query/fetch-json.ts';

const lookEveryMs = 5_000;
/** While values are shown: when the right to see them ends, so do they. */
const lookWhileShownMs = 2_000;

/**
 * Who sees, or last saw, the hidden values of an entry or run, looked at again every few seconds. `own` is the open
 * reveal of this operator: it is gone when its time is over, and when the last look failed.
 */
export function useReveals(place: RevealPlace, hasHidden: boolean) {
  const query = new URLSearchParams(Object.entries(place).map(([name, value]) => [name, String(value)]));
  const key = ['reveals', String(query)];
  const read = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => fetchJson<Reveal[]>(`/api/reveals?${query}`, { signal }),
    enabled: hasHidden,
    refetchInterval: ({ state }) => (state.data?.some(({ isOwn }) => isOwn) ? lookWhileShownMs : lookEveryMs),
    refetchIntervalInBackground: true,
  });
  const found = read.isError ? undefined : read.data?.find(({ isOwn }) => isOwn);
  const isOver = useIsOver(found);
  return { key, reveals: read.data ?? [], own: isOver ? undefined : found };
}

/** Whether the time of a reveal is over. */
function useIsOver(reveal: Reveal | undefined): boolean {
  const [over, setOver] = useState<string>();
  const { id, expiresOn } = reveal ?? {};
  useEffect(() => {
    if (id === undefined || expiresOn === undefined) return;
    const timer = setTimeout(() => setOver(id), Math.max(0, Date.parse(expiresOn) - presentTime()));
    return () => clearTimeout(timer);
  }, [id, expiresOn]);
  return id !== undefined && over === id;
}

/** The record of the operator's open reveal with its hidden values, or a step of its run. Kept nowhere once it is closed. */
export function useRevealed(revealId: string | undefined, sequence?: number): RevealedView | undefined {
  const read = useQuery({
    queryKey: ['revealed', revealId, sequence],
    queryFn: ({ signal }) =>
      fetchJson<RevealedView | null>(
        `/api/reveals/${revealId}${sequence === undefined ? '' : `?sequence=${sequence}`}`,
        {
          signal,
        },
      ),
    enabled: revealId !== undefined,
    gcTime: 0,
    staleTime: 0,
    refetchInterval: lookEveryMs,
  });
  return revealId === undefined || read.isError ? undefined : (read.data ?? undefined);
}
