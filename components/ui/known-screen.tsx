'use client';
import { createContext, type ReactNode, type RefObject, use, useEffect } from 'react';
import { type KnownScreen, screenCookie, writeScreen } from './screen-cookie.ts';
import { writeCookie } from './write-cookie.ts';

const Context = createContext<KnownScreen | undefined>(undefined);

/** Gives everything below it what there was room for when this browser showed a page last. */
export function KnownScreenProvider({ screen, children }: { screen: KnownScreen | undefined; children: ReactNode }) {
  return <Context value={screen}>{children}</Context>;
}

/** What there was room for at the last page, for a first paint before anything can be measured; it can be another now. */
export function useKnownScreen(): KnownScreen | undefined {
  return use(Context);
}

const settledAfterMs = 500;

/** Remembers for the next page how much room the element has that pages are shown in. */
export function useRememberedScreen(content: RefObject<HTMLElement | null>): void {
  const known = useKnownScreen();
  useEffect(() => {
    const { current } = content;
    if (current === null || typeof ResizeObserver === 'undefined') return;
    let told = known && writeScreen(known);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = () => {
      const screen = writeScreen({
        windowWidth: window.innerWidth,
        contentWidth: current.offsetWidth,
        contentHeight: current.offsetHeight,
      });
      if (screen !== told) writeCookie(screenCookie, screen);
      told = screen;
    };
    const observer = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(tell, settledAfterMs);
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [content, known]);
}
