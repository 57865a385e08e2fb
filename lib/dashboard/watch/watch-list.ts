'use client';
import { useSharedValue } from '@/components/ui/shared-value.ts';
import { tabStore } from '@/components/ui/tab-store.ts';
import type { Watched } from '@/components/watch/watched.ts';

/** More things than these are not watched at once: the oldest is forgotten. */
const mostWatched = 50;
const none: readonly Watched[] = [];

const list = tabStore<readonly Watched[]>('watched', (kept) => {
  try {
    const watched: readonly Watched[] = kept === undefined ? none : JSON.parse(kept);
    return watched.filter(({ kind }) => kind !== undefined); // a build that watched tasks only kept no kind
  } catch {
    return none;
  }
});

/** What this tab watches, newest first. Signing out forgets them. */
export function useWatched(): readonly Watched[] {
  return useSharedValue(list, none);
}

export function watchedNow(): readonly Watched[] {
  return list.get();
}

export function watch(watched: Watched): void {
  list.set([watched, ...list.get().filter(({ id }) => id !== watched.id)].slice(0, mostWatched));
}

export function stopWatching(ids: readonly string[]): void {
  list.set(list.get().filter(({ id }) => !ids.includes(id)));
}

/** Notes how what is watched is now. */
export function noteWatched(seen: readonly Watched[]): void {
  const byId = new Map(seen.map((one) => [one.id, one]));
  list.set(list.get().map((one) => byId.get(one.id) ?? one));
}
