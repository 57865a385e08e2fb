import { type ComponentType, createElement, useEffect, useSyncExternalStore } from 'react';
import { useCountedRead } from './page-reads.ts';
import { partLoader } from './part-loader.ts';

/** Code that is loaded after the page, and components of it. */
export type LaterModule<Module> = {
  load: () => Promise<void>;
  /** Returns a component of the code, which draws nothing until it is loaded. */
  part: <Props extends object>(pick: (loaded: Module) => ComponentType<Props>) => ComponentType<Props>;
};

/**
 * Returns code of what opens over a page: see `partLoader` for when it is loaded. What is loaded is drawn at once. React
 * holds what a `lazy` component shows back by 300 ms, also when its code is there, so that a menu of two of them came after
 * 600 ms. What can be there when a page begins is a `laterPart`: React then hydrates it apart from the page, and keeps its
 * place.
 */
export function laterModule<Module>(load: () => Promise<Module>): LaterModule<Module> {
  const store = new ModuleStore(load);
  return {
    load: store.load,
    part: (pick) => (props) => createElement(LoadedPart<Module, typeof props>, { store, pick, props }),
  };
}

/** What was loaded, or why it could not be. A load that failed is not repeated: a new deployment has taken its file away. */
type Loaded<Module> = { module: Module } | { error: unknown };

class ModuleStore<Module> {
  loaded: Loaded<Module> | undefined;
  readonly #watchers = new Set<() => void>();
  readonly #load: () => Promise<void>;

  constructor(load: () => Promise<Module>) {
    this.#load = partLoader(async () => this.#keep({ module: await load() }));
  }

  readonly load = (): Promise<void> => this.#load().catch((error: unknown) => this.#keep({ error }));

  readonly watch = (watcher: () => void) => {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  };

  #keep(loaded: Loaded<Module>): void {
    this.loaded = loaded;
    for (const watcher of this.#watchers) watcher();
  }
}

type LoadedPartProps<Module, Props> = {
  store: ModuleStore<Module>;
  pick: (loaded: Module) => ComponentType<Props>;
  props: Props;
};

function LoadedPart<Module, Props extends object>({ store, pick, props }: LoadedPartProps<Module, Props>) {
  const loaded = useSyncExternalStore(
    store.watch,
    () => store.loaded,
    () => undefined,
  );
  const isMissing = loaded === undefined;
  useEffect(() => {
    if (isMissing) void store.load();
  }, [isMissing, store]);
  useCountedRead(isMissing);
  if (loaded === undefined) return null;
  if ('error' in loaded) throw loaded.error;
  return createElement(pick(loaded.module), props);
}
