import type { Database } from '#database';
import { admitOrRefuse } from './admit-or-refuse.ts';

/**
 * Counts an attempt to sign in from a network as failed. Throws `TooManyRequests` when it has to wait. Returns the
 * function that takes the attempt back after it has succeeded.
 */
export function admitNetwork(database: Database, network: string): Promise<() => Promise<void>> {
  return admitOrRefuse(database, { kind: 'address', value: network });
}
