'use client';
import { Tabs as Primitive } from 'radix-ui';
import type { ComponentProps, KeyboardEvent } from 'react';
import { cn } from './class-names.ts';
import { showPresent } from './show-present.ts';

export const Tabs = Primitive.Root;

export function TabsList({ className, ...props }: ComponentProps<typeof Primitive.List>) {
  return (
    <Primitive.List
      ref={showPresent}
      className={cn('flex sideways shrink-0 gap-1 border-line border-b px-1', className)}
      {...props}
    />
  );
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof Primitive.Trigger>) {
  return (
    <Primitive.Trigger
      onKeyDown={moveAtOnce}
      className={cn(
        '-mb-px flex h-9 shrink-0 items-center gap-1.5 border-transparent border-b-2 px-2 font-medium text-muted text-sm hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-ink',
        className,
      )}
      {...props}
    />
  );
}

/**
 * Moves the focus to the tab that an arrow, Home or End asks for. Radix moves it after the event: of keys that follow
 * one another quickly, it would lose some.
 */
function moveAtOnce(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const list = event.currentTarget.closest('[role="tablist"]');
  const tabs = [...(list?.querySelectorAll<HTMLElement>('[role="tab"]:not(:disabled)') ?? [])];
  const current = tabs.indexOf(event.currentTarget);
  const next = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  tabs.at(next % tabs.length)?.focus();
}

export function TabsContent({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  return <Primitive.Content className={cn('focus-visible:-outline-offset-2', className)} {...props} />;
}
