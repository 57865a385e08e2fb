'use client';
import { useState } from 'react';

type Read = { key: readonly unknown[]; data: unknown; error: Error | null };

/**
 * Returns why a query could not be read, also while it is read again: without data, the query itself forgets that at the
 * beginning of each attempt, and a page would change between a failure and a skeleton.
 */
export function useLastFailure({ key, data, error }: Read): Error | null {
  const name = JSON.stringify(key);
  const [kept, setKept] = useState({ name, error });
  const last = error ?? (data === undefined && kept.name === name ? kept.error : null);
  if (kept.name !== name || kept.error !== last) setKept({ name, error: last });
  return last;
}
