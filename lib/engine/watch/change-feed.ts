import type { WatchChange } from '#contract';
import { channels, type Database } from '#database';

/**
 * What one notification says: task ids, how many tasks are new, whether more changed than are named, and, where the
 * writer tells it, the keys of exactly the tasks that ended.
 */
export type Change = {
  ids: readonly string[];
  endedKeys?: readonly number[] | undefined;
  created: number;
  isOverflow: boolean;
};

/** The one listening connection of a process, shared by everything in it that wants to know of changes. */
export type ChangeFeed = {
  /** Calls back with each change; after a lost connection with an overflow, as changes may have been missed. */
  subscribe(listener: (change: Change) => void): () => void;
  /** Resolves when the connection listens: what commits from now on is told. */
  ready(): Promise<void>;
  close(): Promise<void>;
};

const unknownChange: Change = { ids: [], created: 0, isOverflow: true };

/** Listens from the first subscription on. postgres.js keeps a connection for it and renews it when it is lost. */
export function openChangeFeed(database: Database): ChangeFeed {
  const listeners = new Set<(change: Change) => void>();
  let listening: Promise<{ unlisten(): Promise<void> }> | undefined;

  const tell = (change: Change) => {
    for (const listener of listeners) listener(change);
  };
  const listen = () => {
    listening ??= database.listen(
      channels.change,
      (payload) => tell(readNotice(payload)),
      () => tell(unknownChange),
    );
    // A first connection that fails is tried again by the next caller.
    listening.catch(() => {
      listening = undefined;
    });
    return listening;
  };

  return {
    subscribe(listener) {
      listeners.add(listener);
      listen().catch(() => listener(unknownChange));
      return () => listeners.delete(listener);
    },
    async ready() {
      await listen();
    },
    async close() {
      listeners.clear();
      const connection = await listening?.catch(() => undefined);
      await connection?.unlisten().catch(() => undefined);
    },
  };
}

type Notice = { t?: string[]; e?: number[]; c?: number; m?: number };

/** A notice that cannot be read may be of a newer version: something changed. */
function readNotice(payload: string): Change {
  try {
    const { t: ids = [], e: endedKeys, c: created = 0, m }: Notice = JSON.parse(payload);
    return { ids, endedKeys, created, isOverflow: m === 1 };
  } catch {
    return unknownChange;
  }
}

/** How long changes gather before a watcher is told. */
const gatherForMs = 100;
/** Ids in one message to a watcher; beyond it the message is an overflow. */
const mostIds = 1_000;

/** Calls back at most every 100 ms, ids once each. Returns the way to stop. */
export function watchChanges(feed: ChangeFeed, listener: (change: WatchChange) => void): () => void {
  let ids = new Set<string>();
  let created = 0;
  let isOverflow = false;
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    const tasks = [...ids].slice(0, mostIds);
    const change = { tasks, created, isOverflow: isOverflow || ids.size > tasks.length };
    ids = new Set();
    created = 0;
    isOverflow = false;
    timer = undefined;
    listener(change);
  };
  const stop = feed.subscribe((change) => {
    if (ids.size <= mostIds) for (const id of change.ids) ids.add(id);
    created += change.created;
    isOverflow ||= change.isOverflow;
    timer ??= setTimeout(flush, gatherForMs);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
