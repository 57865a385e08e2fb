import type { StatePrefix, StateResponse } from '#contract';
import type { ShownValue } from '@/components/json/shown-value.ts';

/** An entry in a list: its value is there only as a beginning, and only where it is small. */
export type EntryRow = Omit<StateResponse, 'value' | 'receipt'> & {
  /** The beginning of the value as JSON text. */
  preview?: string;
  /** It was there when the list was read, and no longer is. */
  isDeleted?: true;
};

/**
 * A page of entries. `searchedCount`: how many were looked at for it, where the filter has conditions on values;
 * `usedIndexes`: the indexed paths by which they were found.
 */
export type SearchedPage = {
  value: EntryRow[];
  continuationToken?: string;
  query?: string;
  searchedCount?: number;
  usedIndexes?: readonly string[];
};

/** An entry to look at: its value is sent only where it is small, and on request otherwise. */
export type EntryView = Omit<StateResponse, 'value' | 'receipt'> & { shown: ShownValue };

/** One page of a level of the tree: what begins with a prefix, rolled up by a delimiter. */
export type TreePage = {
  prefixes: StatePrefix[];
  entries: { id: string; hasBlob: boolean }[];
  continuationToken?: string;
};

/** An entry's writing as a program names it: `store/id`. */
export function referenceOf({ storeName, id }: { storeName: string; id: string }): string {
  return `${storeName}/${id}`;
}
