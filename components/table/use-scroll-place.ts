'use client';
import { type RefObject, useEffect, useRef } from 'react';
import { forgetPlace, keepPlace, type LeftPlace } from './left-places.ts';

/** A table that stands still for this long is where it may be left. */
const settledAfterMs = 100;

/** Keeps how far a table is scrolled, for Back after it was left by another way than a row: the navigation, the palette. */
export function useScrollPlace(
  root: RefObject<HTMLElement | null>,
  { label, left, currentId }: { label: string; left: LeftPlace | undefined; currentId: string | undefined },
): void {
  const row = useRef(currentId);
  useEffect(() => {
    row.current = currentId;
  });
  const isReturned = left !== undefined;
  useEffect(() => {
    const { current: scroller } = root;
    if (scroller === null) return;
    if (!isReturned) forgetPlace(label);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      clearTimeout(timer);
      timer = setTimeout(() => keepPlace(label, { currentId: row.current, top: scroller.scrollTop }), settledAfterMs);
    };
    scroller.addEventListener('scroll', keep, { passive: true });
    return () => {
      clearTimeout(timer);
      scroller.removeEventListener('scroll', keep);
    };
  }, [root, label, isReturned]);
}
