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
  receipt: string;
  state: 'done' | 'undoing' | 'undone' | 'impossible';
  /** Why it cannot be undone any more, or why the last try failed. */
  reason?: string;
};

type ChangeMade = Pick<RecentChange, 'title' | 'storeName' | 'receipt'> & { ids: readonly string[] };

const remembered = 50;
const namedEntries = 5;
const none: readonly RecentChange[] = [];

const changes = tabStore<readonly RecentChange[]>('state-changes', readKept);

/** The changes of this tab, newest first. */
export function useRecentChanges(): readonly RecentChange[] {
  return useSharedValue(changes, none);
}

/** Remembers a change with its receipt, so that it can be undone later too. */
export function rememberChange({ title, storeName, ids, receipt }: ChangeMade): RecentChange {
  const change: RecentChange = {
    key: crypto.randomUUID(),
    on: presentTime(),
    title,
    storeName,
    ids: ids.slice(0, namedEntries),
    entryCount: ids.length,
    receipt,
    state: 'done',
  };
  changes.set([change, ...changes.get()].slice(0, remembered));
  return change;
}

/** The change as it is known now; `undefined` once it is forgotten. */
export function recentChange(key: string): RecentChange | undefined {
  return changes.get().find((change) => change.key === key);
}

export function updateChange(key: string, update: Pick<RecentChange, 'state'> & { reason?: string }): void {
  changes.set(changes.get().map((change) => (change.key === key ? withUpdate(change, update) : change)));
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
    'receipt' in given &&
    typeof given.receipt === 'string' &&
    'ids' in given &&
    Array.isArray(given.ids)
  );
}

function withUpdate({ reason: _, ...change }: RecentChange, update: Partial<RecentChange>): RecentChange {
  return { ...change, ...update };
}
