import type { WatchChange } from '#contract';
import { channels, type Database, listen } from '#database';

/**
 * The content of one notification: the ids of changed tasks, how many tasks are new, and whether more changed than are
 * named. `endedKeys`, where the writer sets it, are the keys of exactly the tasks that ended.
 */
export type Change = {
  ids: readonly string[];
  endedKeys?: readonly number[] | undefined;
  created: number;
  isOverflow: boolean;
};

/** The one listening connection of a process. Everything in the process that follows changes shares it. */
export type ChangeFeed = {
  /** Calls back with each change. After a lost connection, with an overflow, because changes may have been missed. */
  subscribe(listener: (change: Change) => void): () => void;
  /** Resolves when the connection listens: later commits are reported. */
  ready(): Promise<void>;
  close(): Promise<void>;
};

const unknownChange: Change = { ids: [], created: 0, isOverflow: true };

/** Listens from the first subscription on. postgres.js keeps a connection for it and replaces it when it is lost. */
export function openChangeFeed(database: Database): ChangeFeed {
  const listeners = new Set<(change: Change) => void>();
  let listening: Promise<{ unlisten(): Promise<void> }> | undefined;

  const tell = (change: Change) => {
    for (const listener of listeners) listener(change);
  };
  const start = () => {
    listening ??= listen(
      database,
      channels.change,
      (payload) => tell(readNotice(payload)),
      () => tell(unknownChange),
    );
    // The next caller tries again after a failed first connection.
    listening.catch(() => {
      listening = undefined;
    });
    return listening;
  };

  return {
    subscribe(listener) {
      listeners.add(listener);
      start().catch(() => listener(unknownChange));
      return () => listeners.delete(listener);
    },
    async ready() {
      await start();
    },
    async close() {
      listeners.clear();
      const connection = await listening?.catch(() => undefined);
      await connection?.unlisten().catch(() => undefined);
    },
  };
}

type Notice = { t?: string[]; e?: number[]; c?: number; m?: number };

/** An unreadable notice may come from a newer version and counts as a change of anything. */
function readNotice(payload: string): Change {
  try {
    const { t: ids = [], e: endedKeys, c: created = 0, m }: Notice = JSON.parse(payload);
    return { ids, endedKeys, created, isOverflow: m === 1 };
  } catch {
    return unknownChange;
  }
}

/** How long changes gather before a watcher is called. */
const gatherForMs = 100;
/** The maximum number of ids in one message to a watcher. More become an overflow. */
const mostIds = 1_000;

/** Calls back at most every 100 ms, with each id once. Returns the function that stops it. */
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
