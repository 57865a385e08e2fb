import type { WatchChange } from '#contract';
import type { Engine } from '#engine';

/** Hands changes to many watchers from one subscription at the engine, which it holds only while somebody watches. */
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
