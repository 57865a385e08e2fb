'use client';
import { presentTime } from '@/components/ui/present.ts';
import { useSharedValue } from '@/components/ui/shared-value.ts';
import { tabStore } from '@/components/ui/tab-store.ts';

/** A change made in this tab, and what became of it. */
export type RecentChange = {
  key: string;
  /** Milliseconds since 1970, by this browser. */
  on: number;
  /** What was done: "Saved", "Deleted 3 entries". */
  title: string;
  storeName: string;
  /** The entries that it touched; of many, the first. */
  ids: readonly string[];
  entryCount: number;
  /** What takes it back, in the order in which its parts were made; without those that were taken back. */
  parts: readonly ChangePart[];
  state: 'done' | 'undoing' | 'undone' | 'impossible';
  /** How many parts it had when the last undo of it began. */
  partCount?: number;
  /** Why it cannot be undone any more, or why the last try failed. */
  reason?: string;
};

/** A part of a change that is taken back at once. Its key names the request that does it. */
type ChangePart = { key: string; receipt: string };

type PartMade = { receipt: string; ids: readonly string[] };
type ChangeMade = Pick<RecentChange, 'title' | 'storeName'> & { parts: readonly PartMade[] };

const remembered = 50;
const namedEntries = 5;
const none: readonly RecentChange[] = [];

const changes = tabStore<readonly RecentChange[]>('state-changes', readKept);

/** The changes of this tab, newest first. */
export function useRecentChanges(): readonly RecentChange[] {
  return useSharedValue(changes, none);
}

/** Remembers a change with its receipts, so that it can be undone later too. */
export function rememberChange({ title, storeName, parts }: ChangeMade): RecentChange {
  const ids = parts.flatMap((part) => part.ids);
  const change: RecentChange = {
    key: crypto.randomUUID(),
    on: presentTime(),
    title,
    storeName,
    ids: ids.slice(0, namedEntries),
    entryCount: ids.length,
    parts: parts.map(({ receipt }) => partOf(receipt)),
    state: 'done',
  };
  changes.set([change, ...changes.get()].slice(0, remembered));
  return change;
}

/** Adds a part to a change that goes on, whose title is another one by it. */
export function extendChange(key: string, title: string, { receipt, ids }: PartMade): void {
  const extended = (change: RecentChange): RecentChange => ({
    ...change,
    title,
    ids: [...change.ids, ...ids].slice(0, namedEntries),
    entryCount: change.entryCount + ids.length,
    parts: [...change.parts, partOf(receipt)],
  });
  changes.set(changes.get().map((change) => (change.key === key ? extended(change) : change)));
}

const partOf = (receipt: string): ChangePart => ({ key: crypto.randomUUID(), receipt });

/** The change as it is known now; `undefined` once it is forgotten. */
export function recentChange(key: string): RecentChange | undefined {
  return changes.get().find((change) => change.key === key);
}

/** How much of a change has been taken back by an undo that goes on, in percent. */
export function undoneShare({ parts, partCount = parts.length }: Pick<RecentChange, 'parts' | 'partCount'>): number {
  return Math.floor((1 - parts.length / Math.max(1, partCount)) * 100);
}

/** Notes what became of a change. */
export function updateChange(
  key: string,
  update: Pick<RecentChange, 'state' | 'partCount'> & { reason?: string },
): void {
  changes.set(changes.get().map((change) => (change.key === key ? withUpdate(change, update) : change)));
}

/** Notes that a part of a change was taken back. */
export function dropPart(key: string, part: string): void {
  const without = (change: RecentChange) => ({ ...change, parts: change.parts.filter((one) => one.key !== part) });
  changes.set(changes.get().map((change) => (change.key === key ? without(change) : change)));
}

function readKept(kept: string | undefined): readonly RecentChange[] {
  if (kept === undefined) return none;
  try {
    const given: unknown = JSON.parse(kept);
    if (!Array.isArray(given)) return none;
    // an undo that was under way when the page was left has an outcome that nobody saw: another try tells
    return given.filter(isChange).map((change) => (change.state === 'undoing' ? { ...change, state: 'done' } : change));
  } catch {
    return none;
  }
}

function isChange(given: unknown): given is RecentChange {
  return (
    typeof given === 'object' &&
    given !== null &&
    'key' in given &&
    'parts' in given &&
    Array.isArray(given.parts) &&
    'ids' in given &&
    Array.isArray(given.ids)
  );
}

function withUpdate({ reason: _, ...change }: RecentChange, update: Partial<RecentChange>): RecentChange {
  return { ...change, ...update };
}
