'use client';
import type { ReactNode } from 'react';
import { Sheet, SheetContent } from '@/components/ui/sheet.tsx';

/** The tree over the page's edge; it loads when someone on a phone asks for it. */
export function TreeSheet({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Sheet onClose={onClose}>
      <SheetContent title="Id tree" side="left">
        <div className="flex h-full flex-col">{children}</div>
      </SheetContent>
    </Sheet>
  );
}
