'use client';
import { Check, Minus } from 'lucide-react';
import { Checkbox as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './class-names.ts';

/** A checkbox; `checked="indeterminate"` is the third state. Its target is 24 px, its box 16. */
export function Checkbox({ className, ...props }: ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root
      className={cn('group inline-grid size-6 shrink-0 place-items-center rounded disabled:opacity-55', className)}
      {...props}
    >
      <span className="grid size-4 place-items-center rounded-sm border border-edge bg-surface group-data-[state=checked]:border-accent-solid group-data-[state=indeterminate]:border-accent-solid group-data-[state=checked]:bg-accent-solid group-data-[state=indeterminate]:bg-accent-solid">
        <Primitive.Indicator className="group/mark text-accent-ink">
          <Check aria-hidden strokeWidth={3} className="hidden size-3 group-data-[state=checked]/mark:block" />
          <Minus aria-hidden strokeWidth={3} className="hidden size-3 group-data-[state=indeterminate]/mark:block" />
        </Primitive.Indicator>
      </span>
    </Primitive.Root>
  );
}
