import type { ComponentProps } from 'react';
import { cn } from './class-names.ts';
import { controlStyle } from './input.tsx';

/** A text control of several lines. */
export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea className={cn(controlStyle, 'min-h-16 w-full px-2.5 py-1.5', className)} {...props} />;
}
