import { backOff } from './back-off.ts';
import { failureKind } from './failure-kind.ts';
import { Gathering } from './gathering.ts';

/** The outcome of one item of a commit. `again` means that it was not committed and must be sent once more. */
export type Outcome<Result> = { result: Result } | { error: unknown } | 'again';

type GroupCommitOptions<Item, Result> = {
  /** Commits items as one transaction. Resolves with their outcomes, in order. */
  commit(items: readonly Item[]): Promise<readonly Outcome<Result>[]>;
  /** The maximum number of items of one commit: enough to share its cost, few enough to keep the wait short. */
  maximumItems: number;
  /** The maximum sum of `sizeOf` over one commit. A single item may be larger. */
  maximumSize?: number;
  sizeOf?(item: Item): number;
  /**
   * Set when a commit can be sent twice without harm. It is then repeated until the database is back, and this function
   * is called with each failure. Without it, items of a lost connection are rejected.
   */
  onRepeat?(error: unknown): void;
};

export type GroupCommit<Item, Result> = {
  /** Commits an item together with others that arrive at the same time. Rejects with the item's own failure. */
  write(item: Item): Promise<Result>;
  /** Commits an item alone, at once. */
  writeAlone(item: Item): Promise<Result>;
  /** Resolves when all items written before the call are settled. */
  drain(): Promise<void>;
};

/** After this many failures a batch is committed item by item. */
const maximumTriesTogether = 2;

/**
 * Group commit with a promise for each item: see `Gathering`. When a commit fails, its items are committed one by one,
 * so that a bad item fails alone. After a lost connection they are not, because the outcome is unknown.
 */
export function groupCommit<Item, Result>(options: GroupCommitOptions<Item, Result>): GroupCommit<Item, Result> {
  type Pending = { item: Item; resolve(result: Result): void; reject(error: unknown): void };
  const { maximumItems, maximumSize = Number.POSITIVE_INFINITY, sizeOf = () => 0, onRepeat } = options;

  const settle = async (batch: readonly Pending[]): Promise<void> => {
    let open = batch;
    for (let tries = 1; open.length > 0; tries++) {
      try {
        const outcomes = await options.commit(open.map(({ item }) => item));
        open = open.filter((pending, index) => !answer(pending, outcomes[index]));
      } catch (error) {
        const kind = failureKind(error);
        const isAlone = open.length === 1;
        if (onRepeat !== undefined && kind !== 'refused' && (isAlone || tries < maximumTriesTogether)) {
          onRepeat(error);
          await backOff(tries);
        } else {
          if (isAlone || (onRepeat === undefined && kind === 'away')) for (const { reject } of open) reject(error);
          else for (const pending of open) await settle([pending]);
          return;
        }
      }
    }
  };

  /** Returns whether the item is settled. */
  const answer = (pending: Pending, outcome: Outcome<Result> | undefined): boolean => {
    if (outcome === 'again') return false;
    if (outcome === undefined) pending.reject(new Error('a commit returned fewer outcomes than it was given items'));
    else if ('error' in outcome) pending.reject(outcome.error);
    else pending.resolve(outcome.result);
    return true;
  };

  const take = (items: readonly Pending[]): number => {
    let size = 0;
    const end = items.findIndex(({ item }, index) => {
      size += sizeOf(item);
      return index >= maximumItems || size > maximumSize;
    });
    return end < 0 ? items.length : end;
  };

  const gathering = new Gathering<Pending>({ commit: settle, take });
  return {
    write: (item) => new Promise((resolve, reject) => gathering.add({ item, resolve, reject })),
    writeAlone: (item) => new Promise((resolve, reject) => void settle([{ item, resolve, reject }])),
    drain: () => gathering.drain(),
  };
}
