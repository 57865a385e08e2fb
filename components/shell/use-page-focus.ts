'use client';
import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { contentId, focusPage } from '@/components/ui/page-focus.ts';
import { useDocumentKey } from '@/components/ui/use-document-key.ts';

const scrollKeys = new Set(['PageDown', 'PageUp', 'Home', 'End', 'ArrowDown', 'ArrowUp', ' ']);

/**
 * Gives the focus to the content of a page that opens, so that Tab goes on there and keys scroll it. What has the focus
 * in the page keeps it, and so does the link in the navigation that opened it. A key that scrolls reaches the content
 * also while nothing has the focus: the document itself does not scroll.
 */
export function usePageFocus(): void {
  const pathname = usePathname();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const focused = document.activeElement;
    const isKept = focused?.closest(`#${contentId}, [role="dialog"], [aria-current="page"]`) != null;
    if (!isKept) focusPage();
  }, [pathname]);
  useDocumentKey((event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target === document.body && scrollKeys.has(event.key)) focusPage();
  });
}
