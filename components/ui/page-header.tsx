import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

/** A page's one `h1`, a line about it, and its actions. */
export function PageHeader({
  title,
  description,
  actions,
  className,
}: {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  className?: string;
}) {
  return (
    <header className={cn('flex flex-wrap items-center gap-x-4 gap-y-2', className)}>
      <div className="min-w-0 flex-1 basis-48">
        <h1 className="truncate font-semibold text-lg tracking-tight">{title}</h1>
        {description !== undefined && <p className="text-muted text-sm">{description}</p>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}
