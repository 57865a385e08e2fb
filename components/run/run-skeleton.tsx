import { Skeleton } from '@/components/ui/skeleton.tsx';

const facts = ['type', 'id', 'queue', 'priority', 'run', 'attempt', 'created', 'queued'];
const rows = ['one', 'two', 'three', 'four', 'five', 'six'];

/** The shape of a run's page. */
export function RunSkeleton() {
  return (
    <div className="space-y-5 p-4" aria-busy>
      <span className="sr-only">Reading the run…</span>
      <div className="space-y-2">
        <Skeleton className="h-6 w-64" />
        <Skeleton className="h-3 w-80" />
        <Skeleton className="h-4 w-96" />
      </div>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {facts.map((fact) => (
          <Skeleton key={fact} className="h-8 w-32" />
        ))}
      </div>
      <Skeleton className="h-8 w-full" />
      <div className="space-y-3">
        {rows.map((row) => (
          <Skeleton key={row} className="h-5 w-full" />
        ))}
      </div>
    </div>
  );
}
