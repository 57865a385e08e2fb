'use client';
import { isShortcut } from '@/components/ui/single-keys.ts';
import { useDocumentKey } from '@/components/ui/use-document-key.ts';

/** W begins and ends to watch what a page shows. */
export function useWatchKey(onWatch: () => void): void {
  useDocumentKey((event) => {
    if (event.shiftKey || event.key.toLowerCase() !== 'w' || !isShortcut(event)) return;
    event.preventDefault();
    onWatch();
  });
}
