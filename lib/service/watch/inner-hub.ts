import type { Bounds, WatchChange } from '#contract';
import type { GuardedEngine } from '../records/guarded.ts';
import { narrowerOf } from './narrow-change.ts';
import { PendingChange } from './pending-change.ts';
import { tellerOf, type WatchListener } from './teller.ts';

type Subscribe = (listener: WatchListener) => () => void;

const retryInMs = 200;

/**
 * Returns the function that subscribes to the changes inside of bounds. What lies inside is read once for all listeners with
 * the same bounds: a caller can have thousands of streams, and a read for each would take the database from others.
 */
export function createInnerHub(
  engine: Pick<GuardedEngine, 'changesInside'>,
  subscribe: Subscribe,
): (bounds: Bounds, listener: WatchListener) => Promise<() => void> {
  const known = new Map<string, ReturnType<typeof narrowed>>();
  return async (bounds, listener) => {
    const key = JSON.stringify(bounds);
    const shared = known.get(key) ?? narrowed(engine, subscribe, bounds);
    known.set(key, shared);
    shared.listeners.add(listener);
    const unsubscribe = () => {
      shared.listeners.delete(listener);
      if (shared.listeners.size > 0 || known.get(key) !== shared) return;
      known.delete(key);
      shared.end();
    };
    try {
      await shared.narrower;
    } catch (error) {
      unsubscribe();
      throw error;
    }
    return unsubscribe;
  };
}

/** The listeners of one set of bounds. Changes that come during a read are merged for the next one. */
function narrowed(engine: Pick<GuardedEngine, 'changesInside'>, subscribe: Subscribe, bounds: Bounds) {
  const listeners = new Set<WatchListener>();
  const tell = tellerOf(listeners);
  const pending = new PendingChange(undefined);
  const narrower = narrowerOf(engine, bounds);
  let isNarrowing = false;

  const narrow = async (change: WatchChange) => {
    const inside = await (await narrower)(change);
    if (inside !== undefined) tell(inside);
  };
  const flush = () => {
    if (isNarrowing) return;
    const change = pending.take();
    if (change === undefined) return;
    isNarrowing = true;
    narrow(change)
      .catch(() => pending.add({ tasks: [], created: 0, isOverflow: true })) // the database is away
      .finally(() => {
        isNarrowing = false;
      });
  };

  const unsubscribe = subscribe((change) => {
    pending.add(change);
    flush();
  });
  const retry = setInterval(flush, retryInMs);
  const end = () => {
    unsubscribe();
    clearInterval(retry);
  };
  return { narrower, listeners, end };
}
