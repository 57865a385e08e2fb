import type { LockReader } from '#engine';
import { type Caller, ownerOf } from '../access/caller.ts';

/** A caller as the engine decides which holders and waiters of locks it sees. */
export function lockReader(caller: Pick<Caller, 'owner' | 'bounds'>): LockReader {
  return { identity: ownerOf(caller), bounds: caller.bounds };
}
