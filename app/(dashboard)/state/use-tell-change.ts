'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type RecentChange, rememberChange } from '@/components/state-edit/recent-changes.ts';
import { toast } from '@/components/ui/toast.ts';
import { undoRemembered } from './[store]/edit/undo-remembered.ts';

/** A change that the service has made, and what takes it back. */
export type ToldChange = {
  storeName: string;
  /** What was done, as the toast says it: `orders/17 deleted`. */
  title: string;
  description?: string;
  /** In the order in which its parts were made, with the entries that each touched; one without a receipt changed nothing. */
  parts: readonly { receipt?: string | undefined; ids: readonly string[] }[];
};

const shownInMs = 12_000;

/** Everything of State on the screen is read anew: lists, the tree, entries, versions. */
export function useRefreshState(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(() => queryClient.invalidateQueries({ queryKey: ['state'] }), [queryClient]);
}

/** Tells of a change that was made, remembers it among the recent ones, and offers to take it back. */
export function useTellChange(): (change: ToldChange) => void {
  const refresh = useRefreshState();
  return useCallback(
    ({ storeName, title, description, parts }) => {
      void refresh();
      const remembered = parts.flatMap(({ receipt, ids }) =>
        receipt === undefined ? [] : rememberChange({ storeName, title, receipt, ids }),
      );
      const options = description === undefined ? {} : { description };
      if (remembered.length === 0) return toast.success(title, options);
      toast.success(title, {
        ...options,
        duration: shownInMs,
        action: { label: 'Undo', onClick: () => void undo(remembered, title).finally(() => void refresh()) },
      });
    },
    [refresh],
  );
}

/** Takes back a change of several parts, the last one first; the first that cannot be taken back ends it. */
async function undo(parts: readonly RecentChange[], title: string): Promise<void> {
  let undone = 0;
  for (const { key } of parts.toReversed()) {
    const outcome = await undoRemembered(key);
    if (!outcome.isUndone) {
      const some = undone === 0 ? '' : ` ${undone} of ${parts.length} parts were undone before that.`;
      return toast.error('It was not undone', { description: `${outcome.reason}${some}` });
    }
    undone += 1;
  }
  toast.success('Undone', { description: title });
}
