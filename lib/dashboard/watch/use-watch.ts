'use client';
import { isEnded } from '#contract';
import type { TaskView } from '@/components/run/run-view.ts';
import { toast } from '@/components/ui/toast.ts';
import { watchedOf } from '@/components/watch/watched.ts';
import { toggleWatch } from './toggle-watch.ts';
import { useWatched } from './watch-list.ts';

/** Whether this tab watches a task, and the switch of it. */
export function useWatch(task: TaskView): { isWatched: boolean; onWatch: () => void } {
  const isWatched = useWatched().some(({ id }) => id === task.id);
  const onWatch = () => {
    if (isEnded(task.status) && !isWatched) toast.error('It has already ended.');
    else void toggleWatch(watchedOf(task));
  };
  return { isWatched, onWatch };
}
