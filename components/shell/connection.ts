import { useSyncExternalStore } from 'react';

/** A page that the operator wants to open once the connection is back. */
export type Destination = { href: string; label: string };

export type ConnectionState = {
  /** Whether the browser has no connection, or the dashboard did not answer a request that is repeated. */
  isLost: boolean;
  /** Whether something that was opened cannot be shown before the connection is back. */
  isAwaited: boolean;
  destination: Destination | undefined;
};

/** What a connection needs of the browser. */
type ConnectionHost = {
  isOnline(): boolean;
  /** Calls whenever the browser is connected or disconnected. */
  onChange(call: () => void): void;
  /** Resolves after a delay, or as soon as the browser is connected again. */
  pause(delayInMs: number): Promise<void>;
};

const maximumDelayInMs = 3_000;

/** Requests that outlive a lost connection, and the page that opens when it is back. */
export class Connection {
  state: ConnectionState;
  readonly #host: ConnectionHost;
  readonly #watchers = new Set<() => void>();
  #repeated = 0;
  #awaited = 0;

  constructor(host: ConnectionHost) {
    this.#host = host;
    this.state = { isLost: this.isOffline, isAwaited: false, destination: undefined };
    host.onChange(() => this.#update({}));
  }

  /** Whether a page that is opened now could not be loaded. */
  get isOffline(): boolean {
    return !this.#host.isOnline();
  }

  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Opens a page when the connection is back; `undefined` stays on this page. */
  setDestination(destination: Destination | undefined): void {
    this.#update({ destination });
  }

  /**
   * Repeats `attempt` until it succeeds. It is given up when `isFinal` says so, and while the browser is connected after
   * `maximumTries`. `isAwaited`: the operator sees nothing of what was opened until then.
   */
  async repeat<Value>(
    attempt: () => Promise<Value>,
    { maximumTries = Number.POSITIVE_INFINITY, isFinal = () => false, isAwaited = false }: RepeatOptions = {},
  ): Promise<Value> {
    let isCounted = false;
    try {
      for (let tries = 1; ; tries += 1) {
        try {
          return await attempt();
        } catch (error) {
          if (isFinal(error) || (this.#host.isOnline() && tries >= maximumTries)) throw error;
        }
        if (!isCounted) this.#count(1, isAwaited);
        isCounted = true;
        await this.#host.pause(Math.min(maximumDelayInMs, 250 * 2 ** tries));
      }
    } finally {
      if (isCounted) this.#count(-1, isAwaited);
    }
  }

  #count(change: number, isAwaited: boolean): void {
    this.#repeated += change;
    if (isAwaited) this.#awaited += change;
    this.#update({});
  }

  #update(change: Partial<ConnectionState>): void {
    const isLost = this.isOffline || this.#repeated > 0;
    this.state = { ...this.state, ...change, isLost, isAwaited: this.#awaited > 0 };
    for (const watcher of this.#watchers) watcher();
  }
}

type RepeatOptions = { maximumTries?: number; isFinal?: (error: unknown) => boolean; isAwaited?: boolean };

/** The connection of this tab. On a server it is never lost. */
export const connection = new Connection(typeof window === 'undefined' ? serverHost() : browserHost());

function serverHost(): ConnectionHost {
  return { isOnline: () => true, onChange: () => {}, pause: () => Promise.resolve() };
}

function browserHost(): ConnectionHost {
  return {
    isOnline: () => navigator.onLine,
    onChange(call) {
      window.addEventListener('online', call);
      window.addEventListener('offline', call);
    },
    pause: (delayInMs) =>
      new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          window.removeEventListener('online', end);
          resolve();
        };
        const timer = setTimeout(end, delayInMs);
        window.addEventListener('online', end);
      }),
  };
}

const connected: ConnectionState = { isLost: false, isAwaited: false, destination: undefined };

/** The connection as it is now. */
export function useConnection(): ConnectionState {
  return useSyncExternalStore(
    (watcher) => connection.watch(watcher),
    () => connection.state,
    () => connected,
  );
}
