'use client';
import { useEffect } from 'react';

let guards = 0;
let isUnguarded = false;

/** Whether something on this page would be lost if it were left now. */
export function isLeaveGuarded(): boolean {
  return guards > 0;
}

/** Leaves this page without the question of the browser, although something is lost. */
export function leaveUnguarded(leave: () => void): void {
  isUnguarded = true;
  leave();
}

/** The browser asks before the page is closed or reloaded. Ends with the function that it returns. */
export function guardUnload(): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (!isUnguarded) event.preventDefault();
  };
  guards += 1;
  window.addEventListener('beforeunload', ask);
  return () => {
    guards -= 1;
    window.removeEventListener('beforeunload', ask);
  };
}

/** The browser's own question before the page is closed or reloaded while something would be lost. */
export function useUnloadGuard(isNeeded: boolean): void {
  useEffect(() => (isNeeded ? guardUnload() : undefined), [isNeeded]);
}
