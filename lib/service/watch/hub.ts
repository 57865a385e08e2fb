import type { WatchChange } from '#contract';
import type { Engine } from '#engine';

/**
 * Distributes changes from one subscription of the engine to many watchers. Subscribes only while there are watchers.
 */
export type WatchHub = { subscribe(listener: (change: WatchChange) => void): () => void };

export function createWatchHub(engine: Pick<Engine, 'watch'>): WatchHub {
  const listeners = new Set<(change: WatchChange) => void>();
  let unwatch: (() => void) | undefined;
  return {
    subscribe(listener) {
      listeners.add(listener);
      unwatch ??= engine.watch((change) => {
        for (const each of listeners) each(change);
      });
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        unwatch?.();
        unwatch = undefined;
      };
    },
  };
}
