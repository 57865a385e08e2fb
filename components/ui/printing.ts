'use client';
import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

/** How many rows of a virtual list are printed at most: about 40 pages. */
export const mostPrintedRows = 2_000;

let isPrinting = false;
const listeners = new Set<() => void>();

function change(next: boolean): void {
  if (isPrinting === next) return;
  isPrinting = next;
  document.documentElement.toggleAttribute('data-paper', next); // what is drawn by script needs its colors before the browser does
  for (const listener of listeners) listener();
}

/** The browser takes what is on the page when `beforeprint` ends, so all is drawn until then. */
function begin(): void {
  flushSync(() => change(true));
}

function end(): void {
  change(false);
}

/** Tells also of a page that is shown as it would be printed, which has no `beforeprint`. */
function follow(event: MediaQueryListEvent): void {
  change(event.matches);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    window.matchMedia?.('print').addEventListener('change', follow);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
    window.matchMedia?.('print').removeEventListener('change', follow);
  };
}

/** Whether the page is being printed: on paper nothing can be scrolled, hovered or opened. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isPrinting,
    () => false,
  );
}
