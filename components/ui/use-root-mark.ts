'use client';
import { useEffect } from 'react';

/** Where elements elsewhere show something else: while the page has details of what is selected, or a panel for editing. */
type RootMark = 'data-has-details' | 'data-has-edit-panel';

const counts = new Map<RootMark, number>();

/**
 * Marks the document's root while the calling component is on the page, for the styles of what stands elsewhere. A style
 * that looks for the component itself, `html:has(…)`, would make the browser compute the style of every element of the page
 * again whenever any element comes.
 */
export function useRootMark(mark: RootMark): void {
  useEffect(() => {
    change(mark, 1);
    return () => change(mark, -1);
  }, [mark]);
}

function change(mark: RootMark, difference: number): void {
  const count = (counts.get(mark) ?? 0) + difference;
  counts.set(mark, count);
  document.documentElement.toggleAttribute(mark, count > 0);
}
