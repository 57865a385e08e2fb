'use client';
import type { ReactNode } from 'react';
import { cn } from './class-names.ts';
import { detailsId } from './page-focus.ts';
import { useRootMark } from './use-root-mark.ts';

const places = {
  narrow: 'max-lg:absolute max-lg:inset-y-0 max-lg:right-0 max-lg:z-20 max-lg:max-w-md max-lg:shadow-raised lg:w-96',
  wide: 'max-xl:absolute max-xl:inset-y-0 max-xl:right-0 max-xl:z-20 max-xl:max-w-xl max-xl:shadow-raised xl:w-112 2xl:w-152',
};

type SidePanelProps = {
  label: string;
  size: keyof typeof places;
  children: ReactNode;
};

/** What stands beside a list; over it where the screen is narrow. */
export function SidePanel({ label, size, children }: SidePanelProps) {
  useRootMark('data-has-details');
  return (
    <aside
      id={detailsId}
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
  return <div aria-hidden className={cn('w-full shrink-0 border-line border-l bg-surface', places[size])} />;
}
