'use client';
import { useSyncExternalStore } from 'react';

const query = '(max-width: 639px)';

/** Whether the window is so narrow that rows are cards. The server assumes that it is not. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}

function subscribe(onChange: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}
