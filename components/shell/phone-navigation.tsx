'use client';
import type { ReactNode } from 'react';
import { Sheet, SheetContent } from '@/components/ui/sheet.tsx';
import { NavigationLinks } from './navigation.tsx';

/** The navigation over the page, where the screen is too narrow to have it beside. */
export function PhoneNavigation({ views, onClose }: { views: ReactNode; onClose: () => void }) {
  return (
    <Sheet onClose={onClose}>
      <SheetContent title="Taskdeck" side="left" className="w-64">
        <div className="py-2">
          <NavigationLinks onNavigate={onClose} />
          {views}
        </div>
      </SheetContent>
    </Sheet>
  );
}
