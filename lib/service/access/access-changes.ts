import { type Database, listen } from '#database';
import { callInTurns } from '../callers/call-in-turns.ts';

/** The channel of the triggers on keys, sessions and operators. */
const channel = 'taskdeck_access';
const retryInMs = 1_000;

/** Reports that the rights of a caller may have changed. */
export type AccessChanges = {
  /** Calls back in the order of subscription, also after a lost connection, because a change may have been missed. */
  subscribe(listener: () => void): () => void;
  close(): Promise<void>;
};

/** Listens until it is closed. postgres.js replaces a lost connection. */
export function openAccessChanges(database: Database): AccessChanges {
  const listeners = new Set<() => void>();
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;
  // Each listener looks at the rights of a caller, and there can be thousands.
  const tell = () => void callInTurns(listeners, (listener) => listener());
  const start = (): Promise<{ unlisten(): Promise<void> } | undefined> =>
    listen(database, channel, tell, tell).catch(() => {
      if (!isClosed) retry = setTimeout(again, retryInMs);
      return undefined;
    });
  let listening = start();
  const again = () => {
    listening = start();
  };

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      isClosed = true;
      clearTimeout(retry);
      listeners.clear();
      await (await listening)?.unlisten().catch(() => {}); // the connection is lost, and with it the listening
    },
  };
}
