'use client';
import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useRef } from 'react';
import { markNews } from '@/components/shell/use-tab-marks.ts';
import { toast } from '@/components/ui/toast.ts';
import type { Watched } from '@/components/watch/watched.ts';
import { useLive } from '../live/use-live.ts';
import { fetchTasks } from '../task/task-page.ts';
import { type LookedAfter, lookAfter } from './look-after.ts';
import { noteWatched, stopWatching, watchedNow } from './watch-list.ts';

const shownInMs = 20_000;
/** After a read that failed. */
const retryInMs = 5_000;

/** Tells of the watched tasks: by a message here, and, while the tab is hidden, by the browser and in the tab's title. */
export function useWatching(watched: readonly Watched[]): void {
  const router = useRouter();
  const state = useRef({ isReading: false, isAgain: false, news: 0 });
  const tell = useEffectEvent(({ id, title, body, isBad }: LookedAfter['notices'][number]) => {
    const open = () => router.push(`/tasks/${encodeURIComponent(id)}`);
    toast[isBad ? 'error' : 'success'](title, {
      description: body,
      duration: shownInMs,
      action: { label: 'Open', onClick: open },
    });
    if (document.visibilityState === 'visible') return;
    state.current.news += 1;
    markNews(state.current.news);
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    // Of several tabs that watch one task, the browser shows one notification: they share a tag.
    const notification = new Notification(title, { body, tag: `taskdeck-${id}` });
    notification.onclick = () => {
      window.focus();
      open();
      notification.close();
    };
  });
  const look = useEffectEvent(async () => {
    const now = state.current;
    now.isAgain = true;
    if (now.isReading) return;
    now.isReading = true;
    while (now.isAgain && watchedNow().length > 0) {
      now.isAgain = false;
      try {
        const { notices, now: seen, over } = await lookAfter(watchedNow(), fetchTasks);
        for (const notice of notices) tell(notice);
        noteWatched(seen);
        stopWatching(over);
      } catch {
        setTimeout(() => void look(), retryInMs);
      }
    }
    now.isReading = false;
  });
  useLive({ taskIds: watched.map(({ id }) => id) }, () => void look());
  const ids = watched.map(({ id }) => id).join('\n');
  useEffect(() => {
    if (ids !== '') void look(); // it may have moved between the page's read and now
  }, [ids]);
  useEffect(() => {
    const seen = () => {
      if (document.visibilityState !== 'visible') return;
      state.current.news = 0;
      markNews(0);
    };
    document.addEventListener('visibilitychange', seen);
    return () => document.removeEventListener('visibilitychange', seen);
  }, []);
}
