'use client';
import { useSyncExternalStore } from 'react';

let announced = '';
const listeners = new Set<() => void>();

/** Tells screen readers of a change that only shows, such as rows that arrived. Politely: after what they are saying. */
export function announce(text: string): void {
  announced = announced === text ? `${text}\u00a0` : text; // the same words again are heard again
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The one live region that `announce` speaks through. */
export function Announcer() {
  const text = useSyncExternalStore(
    subscribe,
    () => announced,
    () => '',
  );
  return (
    <div aria-live="polite" role="status" className="sr-only">
      {text}
    </div>
  );
}
