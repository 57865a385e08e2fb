'use client';
import { type ComponentProps, lazy, type ReactElement, Suspense } from 'react';
import { partLoader } from '@/components/shell/part-loader.ts';
import type { LoadedMenuContent } from './dropdown-menu-parts.tsx';
import { Overlay, type OverlayProps, OverlayTrigger, useOverlay } from './overlay-state.tsx';

const load = partLoader(() => import('./dropdown-menu-parts.tsx'));

const LoadedContent = lazy(() => load().then((parts) => ({ default: parts.LoadedMenuContent })));
export const DropdownMenuItem = lazy(() => load().then((parts) => ({ default: parts.MenuItem })));
export const DropdownMenuRadioGroup = lazy(() => load().then((parts) => ({ default: parts.MenuRadioGroup })));
export const DropdownMenuRadioItem = lazy(() => load().then((parts) => ({ default: parts.MenuRadioItem })));
export const DropdownMenuCheckboxItem = lazy(() => load().then((parts) => ({ default: parts.MenuCheckboxItem })));
export const DropdownMenuSeparator = lazy(() => load().then((parts) => ({ default: parts.MenuSeparator })));

/** A menu below the button that opens it. What draws it loads when someone comes near the button. */
export function DropdownMenu({ modal = true, ...props }: OverlayProps) {
  return <Overlay modal={modal} {...props} />;
}

export function DropdownMenuTrigger({ children }: { asChild: true; children: ReactElement }) {
  return (
    <OverlayTrigger kind="menu" preload={() => void load()}>
      {children}
    </OverlayTrigger>
  );
}

export function DropdownMenuContent(props: Omit<ComponentProps<typeof LoadedMenuContent>, 'overlay'>) {
  const overlay = useOverlay();
  if (!overlay.isOpen) return null;
  return (
    <Suspense>
      <LoadedContent {...props} overlay={overlay} />
    </Suspense>
  );
}
