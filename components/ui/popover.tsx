'use client';
import { Popover as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './class-names.ts';

export const Popover = Primitive.Root;
export const PopoverTrigger = Primitive.Trigger;

/** A panel beside what opened it. Give it an `aria-label`. */
export function PopoverContent({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        sideOffset={6}
        collisionPadding={8}
        className={cn(
          'animate-rise z-60 max-h-(--radix-popover-content-available-height) w-72 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-lg bg-raised p-3 shadow-raised focus:outline-none',
          className,
        )}
        {...props}
      />
    </Primitive.Portal>
  );
}
