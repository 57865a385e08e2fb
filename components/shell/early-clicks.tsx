'use client';
import { useEffect } from 'react';
import { pageAnswers } from './hold-early-clicks.ts';

/** Lets the click go that was held while the page's scripts were on their way. */
export function EarlyClicks() {
  useEffect(() => {
    document.dispatchEvent(new Event(pageAnswers));
  }, []);
  return null;
}
