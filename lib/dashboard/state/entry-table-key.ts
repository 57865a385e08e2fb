import { type EntryListState, entryListKey } from './entry-list-state.ts';

/** Another list begins at its top: its table is another one. */
export function entryTableKey(list: EntryListState): string {
  return entryListKey(list).join(' ');
}
