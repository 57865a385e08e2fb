'use client';
import type { ReactNode } from 'react';
import { Sheet, SheetContent } from '@/components/ui/sheet.tsx';
import { NavigationLinks } from './navigation.tsx';

type PhoneNavigationProps = { scopes: readonly string[]; views: ReactNode; onClose: () => void };

/** The navigation over the page, where the screen is too narrow to have it beside. */
export function PhoneNavigation({ scopes, views, onClose }: PhoneNavigationProps) {
  return (
    <Sheet onClose={onClose}>
      <SheetContent title="Taskdeck" side="left" className="w-64">
        <div className="py-2">
          <NavigationLinks scopes={scopes} onNavigate={onClose} />
          {views}
        </div>
      </SheetContent>
    </Sheet>
  );
}
