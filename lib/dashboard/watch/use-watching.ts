'use client';
import { useEffect, useEffectEvent, useRef } from 'react';
import { visibleText } from '#contract';
import { useGo } from '@/components/shell/use-go.ts';
import { markNews } from '@/components/shell/use-tab-marks.ts';
import { toast } from '@/components/ui/toast.ts';
import type { Watched } from '@/components/watch/watched.ts';
import { useInRounds } from '../live/use-in-rounds.ts';
import { useLive } from '../live/use-live.ts';
import { useThrottled } from '../live/use-throttled.ts';
import { type LookedAfter, lookAfter } from './look-after.ts';
import { noteWatched, stopWatching, watchedNow } from './watch-list.ts';
import { watchReaders } from './watch-readers.ts';

/** Filters and operations are read at most this often. */
const widelyInMs = 2_000;
/** An operation can also change while no task does. */
const operationsInMs = 5_000;
const shownInMs = 20_000;
/** After a read that failed. */
const retryInMs = 5_000;

/** Tells of what is watched: by a message here, and, while the tab is hidden, by the browser and in the tab's title. */
export function useWatching(watched: readonly Watched[]): void {
  const go = useGo();
  const news = useRef(0);
  const retry = useRef<NodeJS.Timeout>(undefined);
  const retryLater = () => {
    clearTimeout(retry.current);
    retry.current = setTimeout(() => void look(), retryInMs);
  };
  const tell = useEffectEvent(({ id, path, title, body, isBad }: LookedAfter['notices'][number]) => {
    const open = () => go(path);
    toast[isBad ? 'error' : 'success'](title, {
      description: body,
      duration: shownInMs,
      action: { label: 'Open', onClick: open },
    });
    if (document.visibilityState === 'visible') return;
    news.current += 1;
    markNews(news.current);
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    // Of several tabs that watch the same, the browser shows one notification: they share a tag.
    const notification = new Notification(visibleText(title), { body: visibleText(body), tag: `taskdeck-${id}` });
    notification.onclick = () => {
      window.focus();
      open();
      notification.close();
    };
  });
  const look = useInRounds(async () => {
    if (watchedNow().length === 0) return;
    const { notices, now: seen, over, isWhole } = await lookAfter(watchedNow(), watchReaders);
    for (const notice of notices) tell(notice);
    noteWatched(seen);
    stopWatching(over);
    if (!isWhole) retryLater();
  });
  const isWide = watched.some(({ kind }) => kind !== 'task');
  const lookInTime = useThrottled(() => void look(), widelyInMs);
  useLive(isWide ? {} : { taskIds: watched.map(({ id }) => id) }, () => (isWide ? lookInTime() : void look()));
  const hasOperation = watched.some(({ kind }) => kind === 'operation');
  useEffect(() => {
    if (!hasOperation) return;
    const timer = setInterval(() => void look(), operationsInMs);
    return () => clearInterval(timer);
  }, [hasOperation, look]);
  const ids = watched.map(({ id }) => id).join('\n');
  useEffect(() => {
    if (ids !== '') void look(); // it may have moved between the page's read and now
  }, [ids, look]);
  useEffect(() => () => clearTimeout(retry.current), []);
  useEffect(() => {
    const seen = () => {
      if (document.visibilityState !== 'visible') return;
      news.current = 0;
      markNews(0);
    };
    document.addEventListener('visibilitychange', seen);
    return () => document.removeEventListener('visibilitychange', seen);
  }, []);
}
