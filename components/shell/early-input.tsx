'use client';
import { useEffect } from 'react';
import { pageAnswers } from './hold-early-input.ts';

/** Lets the click and the keys go that were held while the page's scripts were on their way. */
export function EarlyInput() {
  useEffect(() => {
    document.dispatchEvent(new Event(pageAnswers));
  }, []);
  return null;
}
