'use client';
import { sharedValue, useSharedValue } from '@/components/ui/shared-value.ts';

const announced = sharedValue('');

/** Tells screen readers of a change that only shows, such as rows that arrived. Politely: after what they are saying. */
export function announce(text: string): void {
  announced.set(announced.get() === text ? `${text}\u00a0` : text); // the same words again are heard again
}

/** The one live region that `announce` speaks through. */
export function Announcer() {
  const text = useSharedValue(announced, '');
  return (
    <div aria-live="polite" role="status" className="sr-only">
      {text}
    </div>
  );
}
