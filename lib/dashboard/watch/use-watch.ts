'use client';
import { isEnded } from '#contract';
import { isBulkActive } from '@/components/bulk/bulk-words.ts';
import { toast } from '@/components/ui/toast.ts';
import type { Watched } from '@/components/watch/watched.ts';
import { toggleWatch } from './toggle-watch.ts';
import { useWatched } from './watch-list.ts';

export type Watching = {
  isWatched: boolean;
  onWatch: () => void;
  /** Why it cannot be watched. */
  watchRefusal: string | undefined;
};

/** Whether this tab watches something, and the switch of it. What has ended is not watched. */
export function useWatch(watched: Watched): Watching {
  const isWatched = useWatched().some(({ id }) => id === watched.id);
  const watchRefusal = hasEnded(watched) && !isWatched ? 'It has already ended.' : undefined;
  const onWatch = () => {
    if (watchRefusal !== undefined) toast.error(watchRefusal);
    else void toggleWatch(watched);
  };
  return { isWatched, onWatch, watchRefusal };
}

function hasEnded(watched: Watched): boolean {
  if (watched.kind === 'task') return isEnded(watched.status);
  return watched.kind === 'operation' && !isBulkActive(watched);
}
