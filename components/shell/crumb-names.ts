import { useLayoutEffect, useSyncExternalStore } from 'react';

/** The names of what this tab has shown, by id: of tasks, errors, operations and alerts. */
let names: ReadonlyMap<string, string> = new Map();
const noNames: ReadonlyMap<string, string> = new Map();
const listeners = new Set<() => void>();

function nameCrumb(id: string, name: string): void {
  if (names.get(id) === name) return;
  names = new Map(names).set(id, name);
  for (const listener of listeners) listener();
}

/** Shows a name instead of an id in the breadcrumb, once the name is known. */
export function useNamedCrumb(id: string, name: string | undefined): void {
  useLayoutEffect(() => {
    if (name !== undefined) nameCrumb(id, name);
  }, [id, name]);
}

/** Returns the known names, by id. */
export function useCrumbNames(): ReadonlyMap<string, string> {
  return useSyncExternalStore(
    subscribe,
    () => names,
    () => noNames,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
