'use client';
import { useEffect, useEffectEvent } from 'react';
import { useLiveState } from './use-live.ts';

/**
 * Looks for what no change of a task announces: at intervals and when the page comes back into view, unless live updates are
 * paused or it is hidden. Without `look` it does nothing.
 */
export function useLook(look: (() => unknown) | undefined, everyMs: number): void {
  const { isPaused } = useLiveState();
  const present = useEffectEvent(() => look?.());
  const isOn = look !== undefined && !isPaused;
  useEffect(() => {
    if (!isOn) return;
    let isLooking = false;
    const begin = async () => {
      if (isLooking || document.visibilityState === 'hidden') return;
      isLooking = true;
      await present();
      isLooking = false;
    };
    const timer = setInterval(() => void begin(), everyMs);
    const onReturn = () => void begin();
    window.addEventListener('focus', onReturn);
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', onReturn);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [isOn, everyMs]);
}
