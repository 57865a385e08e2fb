'use client';
import { useEffect, useState } from 'react';

/** How long a control refuses presses after what it does has changed. */
export const justChangedInMs = 700;

/**
 * Returns whether what a control does has changed a moment ago, so that a press now was meant for what it did before.
 * This holds wherever the pointer is: a finger that comes down has not hovered.
 */
export function useJustChanged(actionKey: string | undefined): boolean {
  const [seen, setSeen] = useState({ actionKey, isNew: false });
  if (seen.actionKey !== actionKey) setSeen({ actionKey, isNew: true });
  useEffect(() => {
    if (!seen.isNew) return undefined;
    const timer = setTimeout(() => setSeen({ ...seen, isNew: false }), justChangedInMs);
    return () => clearTimeout(timer);
  }, [seen]);
  return seen.isNew;
}
