import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

/** A key of the keyboard. */
export function Kbd({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <kbd
      className={cn(
        'inline-flex h-5 min-w-5 items-center justify-center rounded border border-line bg-sunken px-1 font-sans text-[0.6875rem] text-muted leading-none',
        className,
      )}
    >
      {children}
    </kbd>
  );
}
