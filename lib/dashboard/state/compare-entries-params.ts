import { parseAsString } from 'nuqs/server';
import { storePath } from '@/components/state/state-path.ts';

/** What the address of a comparison of two entries says. */
export const compareEntriesParams = {
  id: parseAsString.withDefault(''),
  with: parseAsString.withDefault(''),
  /** The store of the other entry; without it, the one in the path. */
  withStore: parseAsString,
};

/** The page that compares two entries of a store. */
export function compareEntriesPath(storeName: string, id: string, other: string): string {
  return `${storePath(storeName)}/compare?${new URLSearchParams({ id, with: other })}`;
}
