import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

/** An empty page: what belongs here, and the one action that fills it. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
  className,
}: {
  icon?: LucideIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
}) {
  return (
    <div className={cn('flex flex-col items-center gap-2 px-4 py-12 text-center', className)}>
      {Icon !== undefined && (
        <span className="mb-1 grid size-9 place-items-center rounded-lg border border-line bg-surface text-muted">
          <Icon aria-hidden className="size-4" />
        </span>
      )}
      <p className="font-medium text-base">{title}</p>
      {children !== undefined && <div className="max-w-md text-balance text-muted text-sm">{children}</div>}
      {action !== undefined && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
