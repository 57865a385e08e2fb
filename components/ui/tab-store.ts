'use client';
import { useSyncExternalStore } from 'react';

type TabStore<Value> = {
  get: () => Value;
  /** Changes the value and keeps it for a reload of this tab, as far as the browser has room. */
  set: (value: Value) => void;
  /** Whether the browser kept it. */
  isKept: () => boolean;
  subscribe: (listener: () => void) => () => void;
};

const stores = new Map<string, TabStore<unknown>>();

/** A value of this tab that survives a reload, kept as JSON. `read` makes it from what was kept, or from `undefined`. */
export function tabStore<Value>(name: string, read: (kept: string | undefined) => Value): TabStore<Value> {
  const known = stores.get(name);
  if (known !== undefined) return trustStore<Value>(known);
  const listeners = new Set<() => void>();
  let value: { is: Value } | undefined;
  let isKept = true;
  const store: TabStore<Value> = {
    get() {
      value ??= { is: read(readKept(name)) };
      return value.is;
    },
    set(next) {
      value = { is: next };
      isKept = keep(name, JSON.stringify(next));
      for (const listener of listeners) listener();
    },
    isKept: () => isKept,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  stores.set(name, trustStore<unknown>(store));
  return store;
}

/** The value of a store, and again whenever it changes; `initial` while the server renders. It must not be made anew. */
export function useTabStore<Value>(store: TabStore<Value>, initial: Value): Value {
  return useSyncExternalStore(store.subscribe, store.get, () => initial);
}

/** A name belongs to one call of `tabStore`, whose type of value is the caller's. */
function trustStore<Value>(store: unknown): TabStore<Value> {
  return store as TabStore<Value>;
}

function readKept(name: string): string | undefined {
  try {
    return sessionStorage.getItem(`taskdeck.${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(name: string, text: string): boolean {
  try {
    sessionStorage.setItem(`taskdeck.${name}`, text);
    return true;
  } catch {
    try {
      sessionStorage.removeItem(`taskdeck.${name}`); // what is kept must not be older than what is shown
    } catch {
      // without storage there is nothing to remove
    }
    return false;
  }
}
