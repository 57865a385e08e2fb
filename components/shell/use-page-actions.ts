'use client';
import { useEffect, useRef } from 'react';
import { offerPageActions, type PageAction } from './page-actions.ts';

/** Offers in the palette what the page can do besides its visible buttons, as long as the page is shown. */
export function usePageActions(actions: readonly PageAction[]): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => offerPageActions(() => latest.current), []);
}
