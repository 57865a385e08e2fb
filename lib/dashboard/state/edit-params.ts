'use client';
import { parseAsBoolean, parseAsString, useQueryStates } from 'nuqs';

/** What the address of a store's page says about what is edited. */
export const editParams = {
  /** Id of the entry that is edited beside the table. */
  edit: parseAsString,
  /** A new entry is written; what its id begins with. */
  new: parseAsString,
  /** The basket is reviewed. */
  basket: parseAsBoolean,
};

/** What is edited, in the address: each can be linked to, and Back closes it. */
export function useEditParams() {
  const [shown, change] = useQueryStates(editParams, { history: 'push' });
  return {
    shown,
    edit: (id: string, history: 'push' | 'replace' = 'push') =>
      void change({ edit: id, new: null, basket: null }, { history }),
    create: (prefix = '') => void change({ edit: null, new: prefix, basket: null }),
    review: () => void change({ edit: null, new: null, basket: true }),
    close: () => void change({ edit: null, new: null, basket: null }),
  };
}
