'use client';
import { useState } from 'react';

type Read = { key: readonly unknown[]; data: unknown; error: Error | null };

/**
 * Returns why a query has no data, also while it is read again: the query itself forgets that at the beginning of each
 * attempt, and a page would change between a failure and a skeleton. With data it returns `null`: the badge of live
 * updates says that data could not be read again, and nothing moves.
 */
export function useLastFailure({ key, data, error }: Read): Error | null {
  const name = JSON.stringify(key);
  const [kept, setKept] = useState({ name, error });
  const last = data !== undefined ? null : (error ?? (kept.name === name ? kept.error : null));
  if (kept.name !== name || kept.error !== last) setKept({ name, error: last });
  return last;
}
