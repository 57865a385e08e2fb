'use client';
import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';

type HeaderStop = {
  ref: RefObject<HTMLTableRowElement | null>;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onFocus: (event: FocusEvent<HTMLElement>) => void;
};

/**
 * Makes a header row one stop of the Tab key, however many columns it has: Left, Right, Home and End go from one of its
 * controls to another. It is the one that had the focus last, as in a toolbar of the WAI-ARIA practices. The edges of
 * columns are for the pointer: the menu of a column makes it wider and narrower, too.
 */
export function useHeaderStop(): HeaderStop {
  const ref = useRef<HTMLTableRowElement>(null);
  const stop = useRef<HTMLElement>(undefined);
  const keepOneStop = () => {
    const controls = controlsOf(ref.current);
    if (stop.current === undefined || !controls.includes(stop.current)) [stop.current] = controls;
    for (const control of controls) control.tabIndex = control === stop.current ? 0 : -1;
  };
  useLayoutEffect(keepOneStop); // controls come and go with the columns
  return {
    ref,
    onFocus({ target }) {
      if (!controlsOf(ref.current).includes(target as HTMLElement)) return;
      stop.current = target as HTMLElement;
      keepOneStop();
    },
    onKeyDown(event) {
      if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
      const controls = controlsOf(ref.current);
      const next = targetOf(event.key, controls.indexOf(event.target as HTMLElement), controls.length);
      if (next === undefined) return;
      event.preventDefault();
      controls[next]?.focus();
    },
  };
}

function controlsOf(row: HTMLElement | null): HTMLElement[] {
  return [...(row?.querySelectorAll<HTMLElement>('button, input') ?? [])];
}

/** The place of the control that a key goes to from one at a place, or -1; `undefined` for other keys. */
function targetOf(key: string, at: number, count: number): number | undefined {
  if (at < 0) return undefined;
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, at - 1);
    case 'ArrowRight':
      return Math.min(count - 1, at + 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
