'use client';
import { WatchButton } from '@/components/watch/watch-button.tsx';
import type { Watched } from '@/components/watch/watched.ts';
import { useWatch } from '../use-watch.ts';
import { useWatchKey } from '../use-watch-key.ts';

/** The switch of watching what a page shows, by its button and by W. */
export function WatchSwitch({ watched }: { watched: Watched }) {
  const watching = useWatch(watched);
  useWatchKey(watching.onWatch);
  return <WatchButton {...watching} />;
}
