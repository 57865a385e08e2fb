'use client';
import { tabStore, useTabStore } from '@/components/ui/tab-store.ts';
import type { Watched } from '@/components/watch/watched.ts';

/** More tasks than these are not watched at once: the oldest is forgotten. */
const mostWatched = 50;
const none: readonly Watched[] = [];

const list = tabStore<readonly Watched[]>('watched', (kept) => {
  try {
    return kept === undefined ? none : JSON.parse(kept);
  } catch {
    return none;
  }
});

/** The tasks that this tab watches, newest first. Signing out forgets them. */
export function useWatched(): readonly Watched[] {
  return useTabStore(list, none);
}

export function watchedNow(): readonly Watched[] {
  return list.get();
}

export function watch(task: Watched): void {
  list.set([task, ...list.get().filter(({ id }) => id !== task.id)].slice(0, mostWatched));
}

export function stopWatching(ids: readonly string[]): void {
  list.set(list.get().filter(({ id }) => !ids.includes(id)));
}

/** Notes how watched tasks are now. */
export function noteWatched(tasks: readonly Watched[]): void {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  list.set(list.get().map((task) => byId.get(task.id) ?? task));
}
