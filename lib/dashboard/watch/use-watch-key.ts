'use client';
import { useEffect, useEffectEvent } from 'react';
import { isShortcut } from '@/components/ui/single-keys.ts';

/** W begins and ends to watch what a page shows. */
export function useWatchKey(onWatch: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.shiftKey || event.key.toLowerCase() !== 'w' || !isShortcut(event)) return;
    event.preventDefault();
    onWatch();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
