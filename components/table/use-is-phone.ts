'use client';
import { useSyncExternalStore } from 'react';
import { useKnownScreen } from '@/components/ui/known-screen.tsx';

const widest = 639;
const query = `(max-width: ${widest}px)`;

/** Whether the window is so narrow that rows are cards. The server goes by the last page. */
export function useIsPhone(): boolean {
  const known = useKnownScreen();
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => known !== undefined && known.windowWidth <= widest,
  );
}

function subscribe(onChange: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}
