'use client';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button.tsx';

type SelectionBarProps = {
  label: string;
  /** How many rows are selected, in words. */
  count: ReactNode;
  onClear: () => void;
  /** What can be done to them. */
  children: ReactNode;
};

/** Below a table: what can be done to its selected rows. */
export function SelectionBar({ label, count, onClear, children }: SelectionBarProps) {
  return (
    <section
      aria-label={label}
      className="flex flex-wrap items-center gap-2 border-line border-t bg-raised px-3 py-2 shadow-raised"
    >
      <p role="status" className="mr-2 font-medium text-sm">
        {count}
      </p>
      {children}
      <Button variant="ghost" size="sm" onClick={onClear} className="ml-auto">
        <X aria-hidden />
        Clear selection
      </Button>
    </section>
  );
}
