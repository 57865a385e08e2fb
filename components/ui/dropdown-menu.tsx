'use client';
import type { ComponentProps, ReactElement } from 'react';
import { laterModule } from '@/components/shell/later-module.ts';
import type { LoadedMenuContent } from './dropdown-menu-parts.tsx';
import { Overlay, type OverlayProps, OverlayTrigger, useOverlay } from './overlay-state.tsx';

const menu = laterModule(() => import('./dropdown-menu-parts.tsx'));

const LoadedContent = menu.part((parts) => parts.LoadedMenuContent);
export const DropdownMenuItem = menu.part((parts) => parts.MenuItem);
export const DropdownMenuRadioGroup = menu.part((parts) => parts.MenuRadioGroup);
export const DropdownMenuRadioItem = menu.part((parts) => parts.MenuRadioItem);
export const DropdownMenuCheckboxItem = menu.part((parts) => parts.MenuCheckboxItem);
export const DropdownMenuSeparator = menu.part((parts) => parts.MenuSeparator);

/** A menu below the button that opens it. What draws it loads when someone comes near the button. */
export function DropdownMenu({ modal = true, ...props }: OverlayProps) {
  return <Overlay modal={modal} {...props} />;
}

export function DropdownMenuTrigger({ children }: { asChild: true; children: ReactElement }) {
  return (
    <OverlayTrigger kind="menu" preload={() => void menu.load()}>
      {children}
    </OverlayTrigger>
  );
}

export function DropdownMenuContent(props: Omit<ComponentProps<typeof LoadedMenuContent>, 'overlay'>) {
  const overlay = useOverlay();
  if (!overlay.isOpen) return null;
  return <LoadedContent {...props} overlay={overlay} />;
}
