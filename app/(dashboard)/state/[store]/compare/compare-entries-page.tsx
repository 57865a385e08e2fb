'use client';
import { useQueryStates } from 'nuqs';
import { entryPath } from '@/components/state/state-path.ts';
import { Link } from '@/components/ui/link.tsx';
import { UnknownAddress } from '@/lib/dashboard/list/parts/unknown-address.tsx';
import { compareEntriesParams } from '@/lib/dashboard/state/compare-entries-params.ts';
import { ComparedEntries } from '@/lib/dashboard/state/parts/compared-entries.tsx';

/** Two entries side by side, of one store or of two. */
export function CompareEntriesPage({ storeName }: { storeName: string }) {
  const [url] = useQueryStates(compareEntriesParams);
  const sides = [
    { storeName, id: url.id },
    { storeName: url.withStore ?? storeName, id: url.with },
  ] as const;
  return (
    <div className="mx-auto w-full max-w-[100rem] space-y-3 p-4">
      <h1 className="sr-only">Compare entries</h1>
      <p className="flex flex-wrap items-center gap-x-2 text-sm">
        {sides.map((side, place) => (
          <span key={place === 0 ? 'left' : 'right'} className="flex min-w-0 gap-x-2">
            {place === 1 && <span className="text-muted">compared with</span>}
            <Link
              href={entryPath(side.storeName, side.id)}
              className="wrap-anywhere min-w-0 font-mono text-accent hover:underline"
            >
              {side.storeName}/{side.id}
            </Link>
          </span>
        ))}
      </p>
      <UnknownAddress params={compareEntriesParams} />
      <ComparedEntries sides={sides} />
    </div>
  );
}
