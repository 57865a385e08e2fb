'use client';
import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { contentId, focusPage, isWholePage } from '@/components/ui/page-focus.ts';
import { useDocumentKey } from '@/components/ui/use-document-key.ts';

const scrollKeys = new Set(['PageDown', 'PageUp', 'Home', 'End', 'ArrowDown', 'ArrowUp', ' ']);
/** A page that is returned to can draw its rows a moment later. */
const lookEveryMs = 50;
const maximumLooks = 40;

/**
 * Gives the focus to the content of a page that opens, so that Tab goes on there and keys scroll it. A page that is
 * returned to gives it to the link that was followed. What has the focus in the page keeps it, and so does the link in
 * the navigation that opened it. A key that scrolls reaches the content also while nothing has the focus: the document
 * itself does not scroll.
 */
export function usePageFocus(): void {
  const pathname = usePathname();
  const shown = useRef(pathname);
  /** The link that was followed on each page, by the page's path. */
  const followed = useRef(new Map<string, string>());
  const isReturn = useRef(false);
  useEffect(() => {
    const onKey = () => {
      isReturn.current = false; // where a key leads to is not returned to
    };
    const onClick = ({ target }: MouseEvent) => {
      isReturn.current = false;
      const link = target instanceof Element ? target.closest(`#${contentId} a[href]`) : null;
      if (link !== null) followed.current.set(shown.current ?? '', link.getAttribute('href') ?? '');
    };
    const onReturn = () => {
      isReturn.current = true;
    };
    document.addEventListener('keydown', onKey, { capture: true });
    document.addEventListener('click', onClick, { capture: true });
    window.addEventListener('popstate', onReturn);
    return () => {
      document.removeEventListener('keydown', onKey, { capture: true });
      document.removeEventListener('click', onClick, { capture: true });
      window.removeEventListener('popstate', onReturn);
    };
  }, []);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const focused = document.activeElement;
    const isKept = focused?.closest(`#${contentId}, [role="dialog"], [aria-current="page"]`) != null;
    if (!isKept) focusPage();
    const link = isReturn.current ? followed.current.get(pathname ?? '') : undefined;
    isReturn.current = false;
    return link === undefined ? undefined : focusLink(link);
  }, [pathname]);
  useDocumentKey((event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target === document.body && scrollKeys.has(event.key)) focusPage();
  });
}

/** Gives the focus to a link of the page once it is there, unless something in the page has it by then. Returns its end. */
function focusLink(href: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (left: number) => {
    if (!isWholePage(document.activeElement)) return;
    for (const link of document.querySelectorAll<HTMLElement>(`#${contentId} a[href]`)) {
      if (link.getAttribute('href') !== href) continue;
      link.focus();
      if (document.activeElement === link) return; // one that is hidden does not take it
    }
    if (left > 0) timer = setTimeout(look, lookEveryMs, left - 1);
  };
  look(maximumLooks);
  return () => clearTimeout(timer);
}
