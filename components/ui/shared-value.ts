import { useSyncExternalStore } from 'react';

/** A value outside of React that several components show. */
export type SharedValue<Value> = {
  get: () => Value;
  set: (value: Value) => void;
  /** Calls back after each change. The function that it returns ends this. */
  subscribe: (listener: () => void) => () => void;
};

/** Makes a shared value. */
export function sharedValue<Value>(initial: Value): SharedValue<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns a shared value, again whenever it changes; `onServer` while the server renders, the same object each time. */
export function useSharedValue<Value>(shared: SharedValue<Value>, onServer: Value): Value {
  return useSyncExternalStore(shared.subscribe, shared.get, () => onServer);
}
