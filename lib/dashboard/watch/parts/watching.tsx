'use client';
import { WatchMenu } from '@/components/watch/watch-menu.tsx';
import { useWatching } from '../use-watching.ts';
import { stopWatching, useWatched } from '../watch-list.ts';

/** What this tab watches, on every page. */
export function Watching() {
  const watched = useWatched();
  useWatching(watched);
  return <WatchMenu watched={watched} onStop={stopWatching} />;
}
