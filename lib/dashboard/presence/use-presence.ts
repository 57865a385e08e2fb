'use client';
import { useQuery } from '@tanstack/react-query';
import type { Presence, PresenceInput } from '#contract';
import { fetchJson } from '../query/fetch-json.ts';

/** Shorter than the time that the service shows somebody, so that a late answer makes nobody disappear. */
const sayEveryMs = 5_000;

/** Says that the operator looks at a record as long as its page is on the screen. Returns who else does, by name. */
export function usePresence(record: PresenceInput): readonly string[] {
  const query = new URLSearchParams(Object.entries(record).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  const { data, isError } = useQuery({
    queryKey: ['presence', String(query)],
    queryFn: ({ signal }) => fetchJson<Presence>(`/api/presence?${query}`, { signal }),
    refetchInterval: sayEveryMs,
    gcTime: 0,
    retry: false,
  });
  return isError ? [] : (data?.others.map(({ name }) => name) ?? []);
}
