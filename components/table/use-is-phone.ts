'use client';
import { useCallback, useSyncExternalStore } from 'react';

/** Whether the window is so narrow that rows are cards. The server assumes that it is not. */
export function useIsPhone(): boolean {
  return useMedia('(max-width: 639px)');
}

/** Whether the window is so narrow that plain tables leave columns out. The server assumes that it is not. */
export function useIsTablet(): boolean {
  return useMedia('(max-width: 767px)');
}

function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}
