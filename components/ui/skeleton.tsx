import { cn } from './class-names.ts';

/** A grey shape where something will be; the region around it says `aria-busy`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn('animate-shimmer block h-4 rounded bg-line', className)} />;
}
