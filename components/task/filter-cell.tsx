'use client';
import type { ReactNode } from 'react';
import { cn } from '@/components/ui/class-names.ts';

type Props = {
  /** What it filters by, in words: `status failed`. */
  label: string;
  onFilter: () => void;
  /** Whether the value stands at the end of its cell, as numbers do. The icon is then before it. */
  isAtEnd?: boolean;
  children: ReactNode;
};

/**
 * A cell's value that the list can be filtered by: with the icon that appears on it, or with Alt and a click. The
 * icon is out of the tab order, for it would be many stops a row; the keyboard has the row's menu and the filter.
 */
export function FilterCell({ label, onFilter, isAtEnd = false, children }: Props) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the pointer; the button inside does the same
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <span
      className={cn('group/cell inline-flex min-w-0 max-w-full items-center', isAtEnd && 'flex-row-reverse')}
      onClick={(event) => {
        if (!event.altKey) return;
        event.preventDefault();
        event.stopPropagation();
        onFilter();
      }}
    >
      <span className="min-w-0 max-w-full shrink-0 truncate">{children}</span>
      {/* as wide as there is room beside the value: the icon covers only the end of a value that fills its cell */}
      <span className="relative h-5 w-6 min-w-0 max-sm:hidden">
        <button
          type="button"
          tabIndex={-1}
          title={`Filter by ${label}`}
          aria-label={`Filter by ${label}`}
          className={cn(
            'icon-filter absolute inset-y-0 size-5 rounded border border-line bg-raised text-muted opacity-0 hover:text-ink focus-visible:opacity-100 group-hover/cell:opacity-100',
            isAtEnd ? 'left-0' : 'right-0',
          )}
          onClick={onFilter}
        />
      </span>
    </span>
  );
}
