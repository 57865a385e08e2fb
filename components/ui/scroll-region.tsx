import type { ComponentProps } from 'react';
import { cn } from './class-names.ts';

/** An area that scrolls inside: the keyboard reaches it, and it has a name. */
export function ScrollRegion({ className, ...props }: ComponentProps<'section'> & { 'aria-label': string }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard cannot scroll
  return <section tabIndex={0} className={cn('overflow-auto -outline-offset-2', className)} {...props} />;
}

/** A list that scrolls inside: the keyboard reaches it, and it has a name. */
export function ScrollList({ className, ...props }: ComponentProps<'ul'> & { 'aria-label': string }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard cannot scroll
  return <ul tabIndex={0} className={cn('overflow-auto -outline-offset-2', className)} {...props} />;
}
