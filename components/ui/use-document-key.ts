'use client';
import { useEffect, useEffectEvent } from 'react';

/** Calls for each key that is pressed, wherever the focus is. */
export function useDocumentKey(onKey: (event: KeyboardEvent) => void): void {
  const press = useEffectEvent(onKey);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
