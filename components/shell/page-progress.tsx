'use client';
import { usePathname } from 'next/navigation';
import { useEffect } from 'react';
import { endPageReads, useIsReadingPage } from './page-reads.ts';

/** A line under the bar of the shell while the next page, or what was opened, is read. Reads of less than 150 ms show none. */
export function PageProgress() {
  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is shown when the path is another
  useEffect(endPageReads, [pathname]);
  if (!useIsReadingPage()) return null;
  return (
    <div role="status" className="absolute inset-x-0 -bottom-px z-30 h-0.5 animate-appear-late overflow-hidden">
      <span className="sr-only">Loading</span>
      <span aria-hidden className="block h-full w-full animate-shimmer bg-accent-solid" />
    </div>
  );
}
