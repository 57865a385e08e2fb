import type { Database, Fragment } from '#database';
import { clockInterval } from './clock-interval.ts';

/**
 * When the window of this length that ends now starts for all figures of an overview: with its first interval, which
 * stands on the clock. The last interval holds now.
 */
export function windowStart(database: Database, windowInMs: number): Fragment {
  const intervalInMs = clockInterval(windowInMs);
  const before = (Math.ceil(windowInMs / intervalInMs) - 1) * intervalInMs;
  return database`(date_bin(${intervalInMs}::bigint * interval '1 ms', now(), timestamptz 'epoch')
    - ${before}::bigint * interval '1 ms')`;
}
