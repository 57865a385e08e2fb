import type { Bounds } from '#contract';
import type { GuardedEngine } from '../records/guarded.ts';
import { createInnerHub } from './inner-hub.ts';
import { createPings } from './pings.ts';
import { tellerOf, type WatchListener } from './teller.ts';

/**
 * Distributes changes from one subscription of the engine to many watchers. Subscribes only while there are watchers.
 * Watchers inside of the same bounds share what is read for them.
 */
export type WatchHub = {
  subscribe(listener: WatchListener): () => void;
  subscribeInside(bounds: Bounds, listener: WatchListener): Promise<() => void>;
  /** Calls back every second. */
  subscribePings(listener: () => void): () => void;
};

export function createWatchHub(engine: Pick<GuardedEngine, 'watch' | 'changesInside'>): WatchHub {
  const listeners = new Set<WatchListener>();
  const tell = tellerOf(listeners);
  let unwatch: (() => void) | undefined;
  const subscribe = (listener: WatchListener) => {
    listeners.add(listener);
    unwatch ??= engine.watch(tell);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      unwatch?.();
      unwatch = undefined;
    };
  };
  return { subscribe, subscribeInside: createInnerHub(engine, subscribe), subscribePings: createPings() };
}
