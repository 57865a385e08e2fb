'use client';
import type { ReactNode } from 'react';
import { cn } from './class-names.ts';
import { detailsId } from './page-focus.ts';
import { useRootMark } from './use-root-mark.ts';

/**
 * Class names of a row that ends with an open panel of a size. The panel stands in its padding: a browser draws a long list
 * before the panel after it has come, and the list has its width from the start.
 */
export const aroundPanel = { narrow: 'lg:pr-96', wide: 'xl:pr-112 2xl:pr-152' };

const places = {
  narrow:
    'max-lg:absolute max-lg:inset-y-0 max-lg:right-0 max-lg:z-20 max-lg:max-w-md max-lg:shadow-raised lg:-mr-96 lg:w-96',
  wide: 'max-xl:absolute max-xl:inset-y-0 max-xl:right-0 max-xl:z-20 max-xl:max-w-xl max-xl:shadow-raised xl:-mr-112 xl:w-112 2xl:-mr-152 2xl:w-152',
};

type SidePanelProps = {
  label: string;
  size: keyof typeof places;
  children: ReactNode;
};

/** What stands beside a list, in a row with the class names of `aroundPanel`; over it where the screen is narrow. */
export function SidePanel({ label, size, children }: SidePanelProps) {
  useRootMark('data-has-details');
  return (
    <aside
      id={detailsId}
      data-side-panel
      tabIndex={-1}
      aria-label={label}
      className={cn('flex w-full shrink-0 flex-col border-line border-l bg-surface outline-none', places[size])}
    >
      {children}
    </aside>
  );
}

/** Keeps the place of a panel while its part is loaded, so that the list beside it does not move. */
export function SidePanelPlace({ size }: Pick<SidePanelProps, 'size'>) {
  return (
    <div aria-hidden data-side-panel className={cn('w-full shrink-0 border-line border-l bg-surface', places[size])} />
  );
}
