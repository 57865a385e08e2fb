import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

/** Says in a form what went wrong. Screen readers hear it at once. */
export function FailureNote({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <p role="alert" className={cn('rounded-md bg-danger-soft px-3 py-2 text-danger text-sm', className)}>
      {children}
    </p>
  );
}
