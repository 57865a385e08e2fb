import { type Database, isLongAgo } from '#database';

/** How often the last use of a key is written at most, and how often a process tries: always a little later. */
const intervalInMs = 60_000;
const tryAgainInMs = intervalInMs + 1_000;

/** Remembers when and from where each API key was used last. */
export type KeyUses = {
  /** Notes a use. It is written outside the request, at most once a minute for each key. */
  note(keyId: string, address: string): void;
  /** Resolves when nothing is being written. */
  drain(): Promise<void>;
};

/** Failed writes are reported to `onTrouble`; the next use of the key tries again. */
export function createKeyUses(database: Database, onTrouble: (error: unknown) => void): KeyUses {
  const writtenAt = new Map<string, number>();
  const underWay = new Set<Promise<void>>();

  const write = async (keyId: string, address: string): Promise<void> => {
    try {
      await database`
        update api_key set last_used_on = now(), last_used_from = ${address}
        where id = ${keyId}
          and (last_used_on is null or ${isLongAgo(database, 'last_used_on', intervalInMs)})`;
    } catch (error) {
      writtenAt.delete(keyId);
      onTrouble(error);
    }
  };

  return {
    note(keyId, address) {
      const now = performance.now();
      const last = writtenAt.get(keyId);
      if (last !== undefined && now - last < tryAgainInMs) return;
      if (writtenAt.size >= 10_000) writtenAt.clear();
      writtenAt.set(keyId, now);
      const writing = write(keyId, address).finally(() => underWay.delete(writing));
      underWay.add(writing);
    },
    drain: async () => void (await Promise.all(underWay)),
  };
}
