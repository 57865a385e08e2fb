import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

/** A page's one `h1`, which is read out only, because the breadcrumb above shows it; a line about the page and its actions. */
export function PageHeader({
  title,
  description,
  actions,
  className,
}: {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  className?: string;
}) {
  const heading = <h1 className="sr-only">{title}</h1>;
  if (description === undefined && actions === undefined) return heading;
  return (
    <header className={cn('flex flex-wrap items-center gap-x-4 gap-y-2', className)}>
      {heading}
      <div className="min-w-0 flex-1 basis-48 text-muted text-sm">{description}</div>
      {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}
