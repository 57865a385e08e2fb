import type { ReactNode } from 'react';
import { cn } from '@/components/ui/class-names.ts';

/** A link that gives the focus to a part of the page. It is seen while it has the focus itself. */
export function SkipLink({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
  return (
    <a
      href={`#${to}`}
      className={cn(
        'sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-80 focus:rounded-md focus:bg-raised focus:px-3 focus:py-2 focus:shadow-raised',
        className,
      )}
    >
      {children}
    </a>
  );
}
