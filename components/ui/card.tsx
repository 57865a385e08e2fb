import type { ReactNode } from 'react';
import { cn } from './class-names.ts';
import { Skeleton } from './skeleton.tsx';

/** A section with a heading of its own. */
export function Card({
  title,
  actions,
  children,
  className,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <section aria-label={title} className={cn('min-w-0 rounded-lg border border-line bg-surface', className)}>
      <header className="flex min-h-10 flex-wrap items-center gap-x-2 gap-y-1 px-3 py-1">
        <h2 className="min-w-0 flex-1 basis-40 truncate font-medium text-sm">{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  );
}

/** In place of what a card lists, while it is read: as high as `CardEmpty`. */
export function CardReading() {
  return (
    <div aria-busy="true" className="border-line border-t px-3 py-6">
      <Skeleton className="mx-auto h-5 w-64 max-w-full" />
    </div>
  );
}

/** In place of what a card lists. */
export function CardEmpty({ children }: { children: ReactNode }) {
  return <p className="border-line border-t px-3 py-6 text-center text-muted text-sm">{children}</p>;
}
