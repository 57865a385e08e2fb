'use client';
import { type ComponentProps, lazy, type ReactElement, Suspense } from 'react';
import { partLoader } from '@/components/shell/part-loader.ts';
import { Overlay, type OverlayProps, OverlayTrigger, useOverlay } from './overlay-state.tsx';
import type { LoadedPopoverContent } from './popover-content.tsx';

const load = partLoader(() => import('./popover-content.tsx'));
const Loaded = lazy(() => load().then((loaded) => ({ default: loaded.LoadedPopoverContent })));

/** A panel beside the button that opens it. What draws it loads when someone comes near the button. */
export function Popover(props: OverlayProps) {
  return <Overlay {...props} />;
}

export function PopoverTrigger({ children }: { asChild: true; children: ReactElement }) {
  return (
    <OverlayTrigger kind="dialog" preload={() => void load()}>
      {children}
    </OverlayTrigger>
  );
}

/** Give it an `aria-label`. */
export function PopoverContent(props: Omit<ComponentProps<typeof LoadedPopoverContent>, 'overlay'>) {
  const overlay = useOverlay();
  if (!overlay.isOpen) return null;
  return (
    <Suspense>
      <Loaded {...props} overlay={overlay} />
    </Suspense>
  );
}
