import type { ComponentProps } from 'react';
import { cn } from './class-names.ts';

export const controlStyle =
  'rounded-md border border-edge bg-surface text-ink text-sm placeholder:text-faint focus-visible:outline-2 focus-visible:outline-accent focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-danger';

/** A one-line text control. Give it a label with `Field`, or an `aria-label`. */
export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={cn(controlStyle, 'h-8 w-full px-2.5', className)} {...props} />;
}
