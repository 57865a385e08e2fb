'use client';
import type { ComponentProps, ReactElement } from 'react';
import { laterModule } from '@/components/shell/later-module.ts';
import { Overlay, type OverlayProps, OverlayTrigger, useOverlay } from './overlay-state.tsx';
import type { LoadedPopoverContent } from './popover-content.tsx';

const popover = laterModule(() => import('./popover-content.tsx'));
const Loaded = popover.part((loaded) => loaded.LoadedPopoverContent);

/** A panel beside the button that opens it. What draws it loads when someone comes near the button. */
export function Popover(props: OverlayProps) {
  return <Overlay {...props} />;
}

export function PopoverTrigger({ children }: { asChild: true; children: ReactElement }) {
  return (
    <OverlayTrigger kind="dialog" preload={() => void popover.load()}>
      {children}
    </OverlayTrigger>
  );
}

/** Give it an `aria-label`. */
export function PopoverContent(props: Omit<ComponentProps<typeof LoadedPopoverContent>, 'overlay'>) {
  const overlay = useOverlay();
  if (!overlay.isOpen) return null;
  return <Loaded {...props} overlay={overlay} />;
}
