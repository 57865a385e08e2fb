'use client';
import { use, useEffect, useState } from 'react';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { skeletonHeldBack } from './page-reads.ts';

const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

/**
 * A page's shape while the server reads what it shows: a bar, rows. It takes the place of a page that is left only when
 * the next one takes long: React shows no page within 300 ms after a skeleton.
 */
export function PageSkeleton() {
  const [isShown, setShown] = useState(false);
  useEffect(() => setShown(true), []);
  const held = isShown ? undefined : skeletonHeldBack();
  if (held !== undefined) use(held);
  return (
    <div aria-busy="true" className="grid gap-4 p-3 sm:p-4">
      <span className="sr-only" role="status">
        Loading
      </span>
      <Skeleton className="h-8 w-full" />
      <div className="grid">
        {rows.map((row) => (
          <div key={row} className="flex h-8 items-center gap-4 border-line border-b">
            <Skeleton className="h-3 w-20" />
            <Skeleton className="h-3 flex-1" />
            <Skeleton className="h-3 w-24" />
          </div>
        ))}
      </div>
    </div>
  );
}
