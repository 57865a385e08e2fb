'use client';
import { type SharedValue, sharedValue } from './shared-value.ts';

/** `set` also keeps the value for a reload of this tab, as far as the browser has room. */
type TabStore<Value> = SharedValue<Value> & {
  /** Whether the browser kept it. */
  isKept: () => boolean;
};

const stores = new Map<string, TabStore<unknown>>();

/** A value of this tab that survives a reload, kept as JSON. `read` makes it from what was kept, or from `undefined`. */
export function tabStore<Value>(name: string, read: (kept: string | undefined) => Value): TabStore<Value> {
  const known = stores.get(name);
  if (known !== undefined) return trustStore<Value>(known);
  const shared = sharedValue<{ is: Value } | undefined>(undefined);
  let first: { is: Value } | undefined;
  let isKept = true;
  const store: TabStore<Value> = {
    get() {
      first ??= { is: read(readKept(name)) };
      return (shared.get() ?? first).is;
    },
    set(next) {
      isKept = keep(name, JSON.stringify(next));
      shared.set({ is: next });
    },
    isKept: () => isKept,
    subscribe: shared.subscribe,
  };
  stores.set(name, trustStore<unknown>(store));
  return store;
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
