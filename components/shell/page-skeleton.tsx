import { Skeleton } from '@/components/ui/skeleton.tsx';

const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

/** A page's shape while the server reads what it shows: a bar, rows. */
export function PageSkeleton() {
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
