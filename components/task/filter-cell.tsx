'use client';
import type { ReactNode } from 'react';

type Props = {
  /** What it filters by, in words: `status failed`. */
  label: string;
  onFilter: () => void;
  children: ReactNode;
};

/**
 * A cell's value that the list can be filtered by: with the icon that appears on it, or with Alt and a click. The
 * icon is out of the tab order, for it would be many stops a row; the keyboard has the row's menu and the filter.
 */
export function FilterCell({ label, onFilter, children }: Props) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the pointer; the button inside does the same
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <span
      className="group/cell relative inline-flex min-w-0 max-w-full items-center"
      onClick={(event) => {
        if (!event.altKey) return;
        event.preventDefault();
        event.stopPropagation();
        onFilter();
      }}
    >
      <span className="min-w-0 truncate">{children}</span>
      <button
        type="button"
        tabIndex={-1}
        title={`Filter by ${label}`}
        aria-label={`Filter by ${label}`}
        className="icon-filter absolute -right-1 size-5 rounded border border-line bg-raised text-muted opacity-0 hover:text-ink focus-visible:opacity-100 group-hover/cell:opacity-100 max-sm:hidden"
        onClick={onFilter}
      />
    </span>
  );
}
